import type { Replica } from '#data/session/session.ts';
import { finishRevision } from '#features/products/revision/finish-revision.ts';
import { finishCurrency } from '#features/salon/finish-currency.ts';

/** Completes what a crash broke off: the saving of a revision, a change of currency. Each says so, and fails alone. */
export async function finishBrokenOff(replica: Replica): Promise<void> {
  await finishRevision(replica);
  await finishCurrency(replica);
}
