/**
 * The report of this device: its name, the app's version, how far it has pulled and how much it has not sent. Promises: a report
 * follows a round and makes none; of all windows together one is sent in the time that the server names; nobody sees an error of it.
 */
import { distinctUntilChanged, filter, map } from 'rxjs';
import { APP_VERSION } from '#data/browser/app-version.ts';
import { keepNote, type NotesOf, personNote, readNote } from '#data/browser/small-notes.ts';
import { whenNoneIsVisible } from '#data/browser/visible-windows.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import type { Session } from '#data/session/session.ts';
import { browserOf } from '#domain/errors/error-cleaning.ts';
import { callReport, type DeviceReport } from './people-server.ts';
import { type DeviceNote, nameThisDevice, thisDevice } from './this-device.ts';

/** Until the server has said how often, s. */
const EVERY = 600;

/** The parts of a report. */
export interface ReportParts {
  readonly session: Pick<Session, 'store' | 'clientOf' | 'reportLeaving'>;
  /** Returns the note about this device. */
  readonly own?: () => Promise<DeviceNote>;
  /** Device clock, milliseconds. */
  readonly now?: () => number;
}

/** When this browser last reported, and in how many seconds it may again. */
function lastReport(of: NotesOf): { at: number; every: number } {
  const [at, every] = (readNote('local', personNote('reported', of)) ?? '').split(' ').map(Number);
  return { at: Number.isFinite(at) ? (at ?? 0) : 0, every: Number.isFinite(every) && every ? every : EVERY };
}

const keepReport = (of: NotesOf, at: number, every: number) => keepNote('local', personNote('reported', of), `${at} ${every}`);

function argsOf(replica: OpenReplica, device: DeviceNote, visible: boolean): DeviceReport {
  const { rev, pending } = replica.status$.value;
  return {
    p_salon_id: replica.salonId,
    p_device: device.id,
    p_name: device.name || browserOf(navigator.userAgent),
    p_app: APP_VERSION,
    p_rev: rev,
    p_unsent: pending,
    p_visible: visible,
  };
}

/**
 * Reports this device to an open replica's salon from now on; an administrator who only looks at it reports nothing. Returns a function
 * that ends it.
 */
export function reportDevice({ session, own = thisDevice, now = Date.now }: ReportParts, replica: OpenReplica): () => void {
  const { userId } = replica;
  let device: DeviceNote | null = null;
  /** Somebody was told that this device is in sight. */
  let isSeen = false;

  const isOwn = () => {
    const state = session.store.getState();
    return state.phase === 'signed-in' && state.profile.id === userId && !state.viewingAsAdmin;
  };

  const report = async () => {
    const { at, every } = lastReport(replica);
    // A clock that was set back does not silence the device.
    if (!isOwn() || (now() >= at && now() - at < every * 1000)) return;
    keepReport(replica, now(), every);
    device = await own();
    const visible = document.visibilityState === 'visible';
    const next = await callReport(await session.clientOf(userId), argsOf(replica, device, visible));
    isSeen = visible;
    if (next !== null) keepReport(replica, now(), next);
  };

  const rounds = replica.status$
    .pipe(
      filter(({ phase, lastSyncedAt }) => lastSyncedAt !== null && (phase === 'synced' || phase === 'syncing')),
      map(({ lastSyncedAt }) => lastSyncedAt),
      distinctUntilChanged(),
    )
    .subscribe(() => {
      report().catch((error: unknown) => console.info('The device reports itself later', error));
    });
  const endVisible = whenNoneIsVisible(() => {
    if (!isSeen || device === null || !isOwn()) return;
    isSeen = false;
    session.reportLeaving(userId, argsOf(replica, device, false));
  });
  return () => {
    rounds.unsubscribe();
    endVisible();
  };
}

/**
 * Gives this device a name ('' for the one that it makes itself), and says so at once. Returns the note as it is then.
 * @throws PeopleRefusal, AuthProblem, or what the browser's storage threw
 */
export async function nameDevice(session: Pick<Session, 'clientOf'>, replica: OpenReplica, name: string): Promise<DeviceNote> {
  const named = await nameThisDevice(name);
  await callReport(await session.clientOf(replica.userId), argsOf(replica, named, true));
  return named;
}
