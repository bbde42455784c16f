import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { salonNames } from '#admin/reads/admin-format.ts';
import type { AdminClient } from '#admin/reads/admin-reads.ts';
import type { Decision, SalonNames } from '#admin/reads/admin-rows.ts';
import type { Choice } from '#admin/reads/admin-writes.ts';
import { useAdminAction } from '#admin/reads/use-admin-action.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { toast } from '#ui/toast-store.ts';
import { useFocusAfterRow } from '#ui/use-focus-after-row.ts';
import { ReasonDialog } from './reason-dialog.tsx';

type Decided = SalonNames & { owner: string | null };

export interface Deciding<S> {
  approve(salon: S): void;
  /** Asks for the reason first. */
  reject(salon: S): void;
  /** Which one is being decided now. */
  busyWith: S | null;
  dialog: ReactNode;
}

/**
 * Approving and rejecting, with the dialog for the reason. Whoever comes second is told what stands by then.
 * @param done what the toast says of a choice
 * @param after reads the list again, whatever came of it
 */
export function useDecision<S extends Decided & { id: number; salon_id?: number }>(
  write: (client: AdminClient, salon: S, choice: Choice) => Promise<Decision>,
  done: (choice: Choice) => string,
  after: () => void,
): Deciding<S> {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { busy, act } = useAdminAction();
  const [deciding, setDeciding] = useState<S | null>(null);
  const [asking, setAsking] = useState<S | null>(null);
  const nameOf = (salon: S) => salonNames({ ...salon, id: salon.salon_id ?? salon.id }, language).name;

  // Who was decided about leaves the list.
  useFocusAfterRow(busy || asking !== null);

  const decide = async (salon: S, choice: Choice) => {
    if (busy) return;
    setDeciding(salon);
    const ended = await act(async (client) => {
      const decision = await write(client, salon, choice);
      if (decision.done) toast({ title: done(choice), description: nameOf(salon) });
      else {
        const title = t('decided_before', { name: nameOf(salon) });
        toast({
          variant: 'destructive',
          title,
          description: t(`decided_${decision.status}`, { reason: decision.reason ?? '–' }),
        });
      }
    });
    setDeciding(null);
    if (ended) setAsking(null);
    if (ended) after();
  };

  return {
    approve: (salon) => void decide(salon, { status: 'approved' }),
    reject: setAsking,
    busyWith: busy ? deciding : null,
    dialog: asking ? (
      <ReasonDialog
        name={nameOf(asking)}
        owner={asking.owner}
        busy={busy}
        onReject={(reason) => void decide(asking, { status: 'rejected', reason })}
        onClose={() => setAsking(null)}
      />
    ) : null,
  };
}
