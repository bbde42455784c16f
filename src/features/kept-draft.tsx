/**
 * What is typed in a form and not saved outlives a reload: kept for this tab alone, under person and salon, until it is saved or
 * given up. Stands inside the form.
 */
import { useFormikContext } from 'formik';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetNote, keepNote, readNote } from '#data/device/small-notes.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { useReplica } from './use-replica.ts';

type Values = Record<string, unknown>;

/** Only what was typed: what another device changed meanwhile in other fields stays. */
function typedIn(note: string | null): Values {
  if (note === null) return {};
  try {
    const kept: unknown = JSON.parse(note);
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch {
    return {}; // nothing usable was kept: the form begins as it is
  }
}

/** @param form which form, and of which record: `client/new`, `client/<id>` */
export function KeptDraft({ form }: { form: string }) {
  const { t } = useTranslation('clients');
  const { userId, salonId } = useReplica();
  const { values, initialValues, setValues, resetForm, dirty } = useFormikContext<Values>();
  const key = `greben.draft.${userId}.${salonId}.${form}`;
  const [kept] = useState(() => typedIn(readNote('session', key)));
  const [restored, setRestored] = useState(false);
  const [begun, setBegun] = useState(false);

  useEffect(() => {
    if (begun) return;
    const known = Object.entries(kept).filter(([field, value]) => field in initialValues && initialValues[field] !== value);
    setBegun(true);
    if (known.length === 0) return;
    setRestored(true);
    void setValues({ ...initialValues, ...Object.fromEntries(known) });
  }, [begun, kept, initialValues, setValues]);
  useEffect(() => {
    if (!begun) return;
    const typed = Object.entries(values).filter(([field, value]) => value !== initialValues[field]);
    if (typed.length > 0) keepNote('session', key, JSON.stringify(Object.fromEntries(typed)));
    else if (!restored) forgetNote('session', key);
  }, [begun, restored, key, values, initialValues]);
  // A reload unmounts nothing. Whoever saves, or leaves after having been asked, needs it no more.
  useEffect(() => () => forgetNote('session', key), [key]);

  if (!restored || !dirty) return null;
  return (
    <Notice tone="info" className="col-span-6 items-center!">
      <span className="flex flex-wrap items-center gap-3">
        <span className="min-w-48 flex-1">{t('draft_restored')}</span>
        <Button size="sm" onClick={() => resetForm()}>
          {t('draft_discard')}
        </Button>
      </span>
    </Notice>
  );
}
