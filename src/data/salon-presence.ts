/**
 * The flag and the salon id that the browser keeps (document 1 §3, §4). They open the screens, also offline, and give
 * no right: the server decides who belongs to a salon, and a foreign id yields no row.
 */
const ID = 'salon_id';
const FLAG = 'hasSalon';

export interface SalonPresence {
  salonId: number | null;
  flag: boolean;
}

export function readSalonPresence(storage: Storage = localStorage): SalonPresence {
  const id = Number(storage.getItem(ID));
  return { salonId: Number.isSafeInteger(id) && id > 0 ? id : null, flag: storage.getItem(FLAG) === 'true' };
}

export function storeSalonPresence(salonId: number, storage: Storage = localStorage): void {
  storage.setItem(ID, String(salonId));
  storage.setItem(FLAG, 'true');
}

export function clearSalonPresence(storage: Storage = localStorage): void {
  storage.removeItem(ID);
  storage.removeItem(FLAG);
}
