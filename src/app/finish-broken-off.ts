import { followRenamedCategories } from '#data/device/renamed-categories.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { finishRevision } from '#features/products/revision/finish-revision.ts';
import { finishCurrency } from '#features/salon/finish-currency.ts';

const followed = new WeakSet<OpenReplica>();

/** Completes what a crash broke off: the saving of a revision, a change of currency. Each says so, and fails alone. */
export async function finishBrokenOff(replica: OpenReplica): Promise<void> {
  if (!followed.has(replica)) {
    followed.add(replica);
    followRenamedCategories(replica); // as long as the replica lives
  }
  await finishRevision(replica);
  await finishCurrency(replica);
}
