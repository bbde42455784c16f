/**
 * This browser as the server knows it: a random id that it makes once, and the name that its person has given it. Both are kept with the
 * session, where the service worker reads them too, and outlive a sign-out: it is the same device for whoever signs in next.
 */
import { type DeviceNote, type SessionStore, sessionStore } from '#data/session/session-store.ts';
import { randomId } from '#sync/machine/random-id.ts';

export type { DeviceNote } from '#data/session/session-store.ts';

type Kept = Pick<SessionStore, 'get' | 'update'>;

let opened: SessionStore | null = null;
/** One connection for the life of the page. */
function store(): Kept {
  opened ??= sessionStore();
  return opened;
}

const uuid = () => randomId().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Returns the note about this device, made now where there is none. @throws what the browser's storage threw */
export async function thisDevice(kept: Kept = store()): Promise<DeviceNote> {
  const known = await kept.get('device');
  if (known) return known;
  let device: DeviceNote = { id: uuid(), name: '' };
  // Another tab may have made it meanwhile.
  await kept.update('device', (held) => {
    device = held ?? device;
    return device;
  });
  return device;
}

/** Gives this device a name; '' for the one that it makes itself. Returns the note as it is then. @throws as `thisDevice` */
export async function nameThisDevice(name: string, kept: Kept = store()): Promise<DeviceNote> {
  const { id } = await thisDevice(kept);
  const named = { id, name: name.trim() };
  await kept.update('device', () => named);
  return named;
}

/** Returns the id for a push; null where the browser keeps none. Never rejects. */
export async function deviceId(kept: Kept = store()): Promise<string | null> {
  try {
    return (await thisDevice(kept)).id;
  } catch (error) {
    console.info('This browser keeps no id for the device', error);
    return null;
  }
}
