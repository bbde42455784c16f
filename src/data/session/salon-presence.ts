/**
 * The flag and the salon id that the browser keeps (document 1 §3, §4). They open the screens, also offline, and give
 * no right: the server decides who belongs to a salon, and a foreign id yields no row.
 *
 * While an administrator looks at another's salon, the id is that salon's and a flag of its own says so (document 3 §3); the
 * tab remembers it too, so that two tabs that look at two salons each keep theirs when they are loaded anew.
 */
import { forgetNote, keepNote, readNote } from '#data/browser/small-notes.ts';

const ID = 'salon_id';
const FLAG = 'hasSalon';
const VIEWING = 'adminViewing';
const VIEWED_HERE = 'greben.viewed-salon';

export interface SalonPresence {
  salonId: number | null;
  flag: boolean;
}

function idIn(text: string | null): number | null {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** The own salon's: an id that an administrator only looks at is not it. */
export function readSalonPresence(): SalonPresence {
  const own = readNote('local', VIEWING) !== 'true';
  return { salonId: own ? idIn(readNote('local', ID)) : null, flag: readNote('local', FLAG) === 'true' };
}

export function storeSalonPresence(salonId: number): void {
  forgetNote('local', VIEWING);
  keepNote('local', ID, String(salonId));
  keepNote('local', FLAG, 'true');
}

export function clearSalonPresence(): void {
  for (const key of [ID, FLAG, VIEWING]) forgetNote('local', key);
  forgetNote('session', VIEWED_HERE);
}

/** The salon that an administrator looked at last, in this tab, else in this browser; null where none. */
export function readViewedSalon(): number | null {
  const here = idIn(readNote('session', VIEWED_HERE));
  if (here !== null) return here;
  return readNote('local', VIEWING) === 'true' ? idIn(readNote('local', ID)) : null;
}

export function storeViewedSalon(salonId: number): void {
  keepNote('local', ID, String(salonId));
  keepNote('local', VIEWING, 'true');
  keepNote('session', VIEWED_HERE, String(salonId));
}

/** The look is over. @param ownId the administrator's own salon, whose id takes its place; null where there is none */
export function clearViewedSalon(ownId: number | null): void {
  forgetNote('session', VIEWED_HERE);
  if (readNote('local', VIEWING) !== 'true') return;
  forgetNote('local', VIEWING);
  if (ownId === null) forgetNote('local', ID);
  else keepNote('local', ID, String(ownId));
}
