import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#data/failures.ts';
import { ResolutionError, type Undo } from '#data/issues/issues.commands.ts';
import { saving } from '#features/shared/use-saving.ts';
import { toast } from '#ui/overlay/toast-store.ts';

/** Failures with words of their own. */
const WORDED = ['storage_full', 'storage_closed', 'invalid_id', 'role_owner', 'role_manager'] as const;

export function failureKey(error: unknown): string {
  if (error instanceof ResolutionError) return error.reason;
  const { key } = failureOf(error);
  return WORDED.find((known) => known === key) ?? 'unknown';
}

/** Returns the function that a toast's undo calls: the card may be gone by then. */
export function useTakeBack(): (name: string, undo: Undo) => Promise<void> {
  const { t } = useTranslation('issues');
  return async (name, undo) => {
    try {
      const outcome = await saving(name, undo);
      if (outcome === 'undone') return;
      toast({ title: t(`undo_${outcome}_title`), description: t(`undo_${outcome}`), variant: 'destructive' });
    } catch (error) {
      console.error(error);
      toast({ title: t('undo_failed'), description: t(`failed_${failureKey(error)}`), variant: 'destructive' });
    }
  };
}

export interface Resolution {
  /** Which of the card's decisions is being carried out. */
  busy: string | null;
  /** Why the last one was not, in words; the issue stands as it was. */
  failure: string | null;
  /** @param said what the toast says once it is done */
  run(decision: string, said: string, decide: () => Promise<Undo | null>): Promise<void>;
}

/** Carries out what a person decides on a card: one at a time, said when done, with a way back where there is one. */
export function useResolution(name: string): Resolution {
  const { t } = useTranslation('issues');
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const takeBack = useTakeBack();

  const run: Resolution['run'] = async (decision, said, decide) => {
    if (busy) return;
    setBusy(decision);
    setFailure(null);
    try {
      const undo = await saving(name, decide);
      toast({
        title: said,
        description: name,
        ...(undo ? { action: { label: t('undo'), onAction: () => void takeBack(name, undo) } } : {}),
      });
    } catch (error) {
      // The card goes with its issue: what is said stays on the screen.
      if (error instanceof ResolutionError && error.reason === 'decided')
        return void toast({ note: true, title: t('failed_decided'), description: name });
      console.error(error);
      setFailure(t(`failed_${failureKey(error)}`));
    } finally {
      setBusy(null);
    }
  };
  return { busy, failure, run };
}
