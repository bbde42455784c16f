import { resumeImports } from '#data/clients/client-import.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { finishRevision } from '#features/products/revision/finish-revision.ts';
import { laterTexts } from '#i18n/i18n.ts';

/** Completes a revision whose saving broke off, and goes on with an import of clients. Neither waits for the other to succeed. */
export async function goOnWithBrokenOff(replica: OpenReplica): Promise<void> {
  await laterTexts();
  const ended = await Promise.allSettled([finishRevision(replica), resumeImports(replica)]);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}
