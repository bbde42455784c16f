import { FormikProvider, type FormikValues } from 'formik';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { draftOver, type FormDraft } from '#data/browser/form-drafts.ts';
import { Button } from '#ui/button.tsx';
import { FormCard } from '#ui/form-card.tsx';
import { ChangedMeanwhile, WithElsewhere } from './changed-meanwhile.tsx';
import { KeepDraft } from './drafts.tsx';
import type { OpenCatalogueForm } from './use-catalogue-form.ts';

export interface CatalogueFormProps<V extends FormikValues, R> {
  form: OpenCatalogueForm<V>;
  title: string;
  /** Undefined: a new one, which cannot be deleted. */
  row: R | undefined;
  /** The list's name, under which what is typed is kept over a reload. */
  draft: string;
  /** For what a new one is asked for, such as somebody's name: what was typed for another one is not put there. */
  asked?: string;
  /** Fields that are never kept, such as a password. */
  without?: readonly string[];
  texts: { fixErrors: string; delete: string };
  /** The question before the row goes. @param asked null: it is not asked */
  question: (asked: R | null, onDone: (deleted: boolean) => void) => ReactNode;
  /** Beside the fields, on phones below them: how it will look, what is good to know. */
  beside: ReactNode;
  /** The fields. */
  children: ReactNode;
}

const GONE = 'typed-for';

/** For the address of a new one: it opens with what was typed for a row that is gone. */
export const typedFor = (id: string): string => new URLSearchParams({ [GONE]: id }).toString();

/** Of a row that is gone, what nobody touched is wanted, too. */
const whole = <V extends object>(draft: FormDraft, now: V): V => draftOver({ ...draft, opened: {} }, now);

/** A catalogue's form: fields, foot with Cancel, Save and Delete, what stands beside; leaving asks, a reload loses nothing. */
export function CatalogueForm<V extends FormikValues, R extends { readonly id: string }>(props: CatalogueFormProps<V, R>) {
  const { form, title, row, draft, asked = '', without, texts, question, beside, children } = props;
  const [deleting, setDeleting] = useState(false);
  const [address] = useSearchParams();
  const gone = row ? null : address.get(GONE);
  return (
    <FormikProvider value={form.formik}>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,44rem)_20rem]">
        <FormCard
          label={title}
          fixHint={texts.fixErrors}
          onCancel={form.cancel}
          danger={
            row ? (
              <Button
                variant="danger-ghost"
                className="-ml-2"
                icon={<Trash2 className="i" aria-hidden="true" />}
                onClick={() => setDeleting(true)}
              >
                <span className="max-md:sr-only">{texts.delete}</span>
              </Button>
            ) : undefined
          }
        >
          <KeepDraft
            form={[draft, row?.id ?? gone ?? 'new', row || gone ? '' : asked].filter(Boolean).join('/')}
            isNew={!row}
            over={gone ? whole : undefined}
            without={without}
          />
          <ChangedMeanwhile fields={form.elsewhere} className="col-span-6" />
          <WithElsewhere fields={form.elsewhere}>{children}</WithElsewhere>
        </FormCard>
        {beside}
      </div>
      {question(deleting && row ? row : null, (deleted) => {
        setDeleting(false);
        if (deleted) form.deleted();
      })}
    </FormikProvider>
  );
}
