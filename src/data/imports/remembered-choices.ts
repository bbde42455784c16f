/**
 * The choices that a person makes once about imported appointments: whose a calendar is, and which service a text means. This device keeps
 * them for one person and salon.
 */
import { keepNote, personNote, readNote } from '#data/browser/small-notes.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import type { AppointmentChoices } from '#domain/imports/appointments/planned-appointment.ts';

/** `calendars` by the name of the calendar or the value of the column, `services` by the text. */
type Remembered = Pick<AppointmentChoices, 'calendars' | 'services'>;

/** More than this are no salon's; the ones that were said first are forgotten. */
const MOST = 500;

function remembered<K extends keyof Remembered>(replica: OpenReplica, kind: K): Remembered[K] {
  try {
    return new Map(JSON.parse(readNote('local', personNote(kind, replica)) ?? '[]')) as Remembered[K];
  } catch {
    return new Map() as Remembered[K]; // no note of ours
  }
}

function remember<K extends keyof Remembered>(replica: OpenReplica, kind: K, said: Remembered[K]): void {
  const before = [...remembered(replica, kind)].filter(([name]) => !said.has(name));
  keepNote('local', personNote(kind, replica), JSON.stringify([...before, ...said].slice(-MOST)));
}

/** Returns the choices of former imports; empty where none is kept. */
export const rememberedChoices = (replica: OpenReplica): Remembered => ({
  calendars: remembered(replica, 'calendars'),
  services: remembered(replica, 'services'),
});

/** Keeps the choices of an import beside those of former ones. */
export function rememberChoices(replica: OpenReplica, { calendars, services }: Remembered): void {
  remember(replica, 'calendars', calendars);
  remember(replica, 'services', services);
}
