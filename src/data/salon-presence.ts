/**
 * The flag and the salon id that the browser keeps (document 1 §3, §4). They open the screens, also offline, and give
 * no right: the server decides who belongs to a salon, and a foreign id yields no row.
 *
 * While an administrator looks at another's salon, the id is that salon's and a flag of its own says so (document 3 §3); the
 * tab remembers it too, so that two tabs that look at two salons each keep theirs when they are loaded anew.
 */
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
export function readSalonPresence(storage: Storage = localStorage): SalonPresence {
  const own = storage.getItem(VIEWING) !== 'true';
  return { salonId: own ? idIn(storage.getItem(ID)) : null, flag: storage.getItem(FLAG) === 'true' };
}

export function storeSalonPresence(salonId: number, storage: Storage = localStorage): void {
  storage.removeItem(VIEWING);
  storage.setItem(ID, String(salonId));
  storage.setItem(FLAG, 'true');
}

export function clearSalonPresence(storage: Storage = localStorage): void {
  for (const key of [ID, FLAG, VIEWING]) storage.removeItem(key);
  sessionStorage.removeItem(VIEWED_HERE);
}

/** The salon that an administrator looked at last, in this tab, else in this browser; null where none. */
export function readViewedSalon(): number | null {
  const here = idIn(sessionStorage.getItem(VIEWED_HERE));
  if (here !== null) return here;
  return localStorage.getItem(VIEWING) === 'true' ? idIn(localStorage.getItem(ID)) : null;
}

export function storeViewedSalon(salonId: number): void {
  localStorage.setItem(ID, String(salonId));
  localStorage.setItem(VIEWING, 'true');
  sessionStorage.setItem(VIEWED_HERE, String(salonId));
}

/** The look is over. @param ownId the administrator's own salon, whose id takes its place; null where there is none */
export function clearViewedSalon(ownId: number | null): void {
  sessionStorage.removeItem(VIEWED_HERE);
  if (localStorage.getItem(VIEWING) !== 'true') return;
  localStorage.removeItem(VIEWING);
  if (ownId === null) localStorage.removeItem(ID);
  else localStorage.setItem(ID, String(ownId));
}
