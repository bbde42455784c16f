import { forgetErasedDrafts } from '#data/clients/client-erasure.ts';
import { closeIdleIssues } from '#data/first-steps/idle-issues.ts';
import { resumeImports } from '#data/imports/imports.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { followRenamedCategories } from '#data/salon/renamed-categories.ts';
import { resumeRevision } from '#features/products/revision/resume-revision.ts';

const followed = new WeakSet<OpenReplica>();

/**
 * Completes what a crash broke off: the saving of a revision, an import; forgets drafts about clients who were erased elsewhere. None
 * waits for another to succeed.
 */
export async function resumeInterruptedJobs(replica: OpenReplica): Promise<void> {
  if (!followed.has(replica)) {
    followed.add(replica);
    // As long as the replica lives.
    followRenamedCategories(replica);
    closeIdleIssues(replica);
  }
  const ended = await Promise.allSettled([resumeRevision(replica), resumeImports(replica), forgetErasedDrafts(replica)]);
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}
