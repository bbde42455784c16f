/** What a tab notes for itself: what was searched for in its lists, the place in them, its day. Promise: nobody finds another one's. */
import { forgetNote, keepNote, noteKeys, readNote } from '#data/browser/small-notes.ts';

const ALL = 'greben.';
const OF = `${ALL}tab-of`;

/**
 * Forgets what the tab has noted for somebody else: also in a tab that the browser brings back after its person has left.
 * @param userId who the tab shows from now on; '' for nobody
 */
export function keepTabFor(userId: string): void {
  if ((readNote('session', OF) ?? '') === userId) return;
  for (const key of noteKeys('session', ALL)) forgetNote('session', key);
  keepNote('session', OF, userId);
}
