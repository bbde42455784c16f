/**
 * Which windows of this browser hold something that a person has typed and not saved. A window says so by a Web Lock of its
 * own name, which goes with it, however it ends, and which a frozen window still has. Nothing of what is typed is told.
 */
import { newId } from '#data/new-id.ts';

const PREFIX = 'greben-typed:';
const THIS_WINDOW = newId();

/** @param where what the window shows, by its title. @returns what takes it back */
export function tellTyped(
  userId: string,
  where: string,
  locks: LockManager | undefined = globalThis.navigator?.locks,
): () => void {
  const over = new AbortController();
  const held = new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()));
  const name = `${PREFIX}${userId}:${THIS_WINDOW}:${where}`;
  locks
    ?.request(name, { mode: 'shared' }, () => held)
    .catch((error: unknown) => console.warn('Other windows are not told', error));
  return () => over.abort();
}

/** What the other windows show in which this person has typed something; none where the browser cannot tell. */
export async function typedElsewhere(
  userId: string,
  locks: LockManager | undefined = globalThis.navigator?.locks,
): Promise<readonly string[]> {
  const { held = [] } = (await locks?.query()) ?? {};
  const ofPerson = `${PREFIX}${userId}:`;
  return held.flatMap(({ name = '' }) => {
    if (!name.startsWith(ofPerson) || name.startsWith(ofPerson + THIS_WINDOW)) return [];
    return [name.slice(ofPerson.length + THIS_WINDOW.length + 1)];
  });
}
