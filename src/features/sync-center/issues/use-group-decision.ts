import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Decision, groupDecision } from '#data/issues/issue-decisions.ts';
import { useReplica } from '#features/use-replica.ts';
import { saving } from '#features/use-saving.ts';
import { toast } from '#ui/toast-store.ts';
import type { Cause } from './issue-causes.ts';
import { failureKey, useTakeBack } from './use-resolution.ts';

export interface GroupResolution {
  /** Which decision is being carried out, and how far it is. */
  readonly busy: { readonly decision: Decision; readonly done: number; readonly of: number } | null;
  /** Why the last one stopped, in words; what is left stands as it was. */
  readonly failure: string | null;
  /** @param what the decision as its button calls it */
  run(cause: Cause, decision: Decision, what: string): Promise<void>;
}

/** Carries a decision about a whole group out; says how far it is, how many are done, and how many were left. */
export function useGroupDecision(): GroupResolution {
  const { t } = useTranslation('issues');
  const replica = useReplica();
  const takeBack = useTakeBack();
  const [busy, setBusy] = useState<GroupResolution['busy']>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const run: GroupResolution['run'] = async ({ matters }, decision, what) => {
    if (busy) return;
    const issues = matters.flatMap((matter) => matter.issues);
    const told = (done: number) => setBusy({ decision, done, of: issues.length });
    told(0);
    setFailure(null);
    try {
      const { done, left, undo } = await saving(what, groupDecision(replica, issues, decision, told));
      toast({
        title: t('group_done', { count: done }),
        description: left > 0 ? t('group_left', { count: left }) : what,
        ...(undo ? { action: { label: t('undo'), onAction: () => void takeBack(what, undo) } } : {}),
      });
    } catch (error) {
      console.error(error);
      setFailure(t(`failed_${failureKey(error)}`));
    } finally {
      setBusy(null);
    }
  };
  return { busy, failure, run };
}
