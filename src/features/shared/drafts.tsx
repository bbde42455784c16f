import { useFormikContext } from 'formik';
import { PencilLine } from 'lucide-react';
import { useContext, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type DraftOf,
  type DraftValues,
  draftOver,
  type FormDraft,
  forgetDraft,
  holdDraft,
  keepDraft,
  readDraft,
} from '#data/browser/form-drafts.ts';
import type { NotesOf } from '#data/browser/small-notes.ts';
import { onTypedSaved } from '#ui/form/unsaved.ts';
import { afterPress } from '#ui/input/after-press.ts';
import { FIELDS } from '#ui/input/typed-in.ts';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { ReplicaContext } from './use-replica.ts';

const NOTHING: readonly string[] = [];

/**
 * Stands in a formik form and keeps what is typed over a reload (form-drafts.ts): noted with every change, put back when the
 * form is opened again, gone once it was saved (`typedIsSaved`) or given up. Says so where something was put back,
 * and where nothing is kept because another window has the same form open.
 * @param props.owner whose and in which salon, where that is not the open replica
 * @param props.form which form, and of which row: `clients/new`, `clients/<id>`
 * @param props.isNew there is no record yet that could be changed meanwhile
 * @param props.over the draft put over the row as it stands now, where some fields are one decision
 * @param props.without fields that never leave the page's memory, such as a password
 */
export function KeepDraft<V extends object>({
  owner,
  form,
  isNew = false,
  without = NOTHING,
  over = draftOver,
  className = 'col-span-6',
}: {
  owner?: NotesOf;
  form: string;
  isNew?: boolean;
  without?: readonly string[] | undefined;
  over?: ((draft: FormDraft, now: V) => V) | undefined;
  className?: string;
}) {
  const { t } = useTranslation('lists');
  const { userId, salonId } = useOwner(owner);
  const formik = useFormikContext<V>();
  const { values, initialValues, dirty } = formik;
  const [told, setTold] = useState<'draft_put_back' | 'draft_put_back_changed' | 'draft_elsewhere' | null>(null);
  const now = useRef(formik);
  const of = useRef<DraftOf | null>(null);
  now.current = formik;
  const asked = useRef({ over, isNew });
  asked.current = { over, isNew };

  useEffect(() => {
    const own: DraftOf = { userId, salonId, form };
    const left = new AbortController();
    const forget = onTypedSaved(() => {
      if (of.current) forgetDraft(of.current);
      of.current = null; // what is typed on the way out is nobody's
    });
    void holdDraft(own, left.signal).then((held) => {
      if (left.signal.aborted) return;
      if (!held) {
        setTold('draft_elsewhere');
        return;
      }
      of.current = own;
      if (now.current.dirty) {
        note(own, now.current, without); // somebody was faster
        return;
      }
      const draft = readDraft(own);
      if (!draft) return;
      const { initialValues: current, setValues } = now.current;
      void setValues(asked.current.over(draft, current));
      const isChanged =
        !asked.current.isNew && Object.entries(draft.opened).some(([field, value]) => !isSame(value, current[field as keyof V]));
      setTold(isChanged ? 'draft_put_back_changed' : 'draft_put_back');
    });
    return () => {
      left.abort();
      forget();
      of.current = null;
    };
  }, [userId, salonId, form, without]);

  useEffect(() => {
    if (!of.current) return;
    if (dirty) note(of.current, { initialValues, values }, without);
    else forgetDraft(of.current);
  }, [values, initialValues, dirty, without]);

  if (!told || !dirty) return null;
  return (
    <Notice tone="info" icon={<PencilLine className="i mt-px" aria-hidden="true" />} className={className}>
      <span className="flex flex-wrap items-center gap-3">
        <span className="min-w-[min(12rem,100%)] flex-1">{t(told)}</span>
        {told === 'draft_elsewhere' ? null : (
          <Button
            size="sm"
            onClick={({ currentTarget }) => {
              const field = currentTarget.closest('form')?.querySelector<HTMLElement>(FIELDS);
              // The field that this press left is told so first: in a form begun anew none is.
              afterPress(() => {
                formik.resetForm();
                setTold(null);
                field?.focus(); // the button goes
              });
            }}
          >
            {t('draft_start_over')}
          </Button>
        )}
      </span>
    </Notice>
  );
}

function useOwner(given: NotesOf | undefined): NotesOf {
  const replica = useContext(ReplicaContext);
  const owner = given ?? replica;
  if (!owner) throw new Error('No replica is open here, nor is it said whose draft it is');
  return owner;
}

function note(
  of: DraftOf,
  { initialValues, values }: { initialValues: object; values: object },
  without: readonly string[],
): void {
  keepDraft(of, { opened: noted(initialValues, without), typed: noted(values, without) });
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function noted(values: object, without: readonly string[]): DraftValues {
  return Object.fromEntries(Object.entries(values).filter(([field]) => !without.includes(field))) as DraftValues;
}
