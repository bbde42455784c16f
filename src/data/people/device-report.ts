/**
 * The report of this device: its name, the app's version, how far it has pulled and how much it has not sent. Promises: a report
 * follows a round and makes none; of all windows together one is sent in the time that the server names, and one after the device was out
 * of sight; it says so as it goes out of sight, whichever window said that it was in sight; nobody sees an error of it.
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

/** When this browser last reported, in how many seconds it may again, and whether somebody was told that it is in sight. */
interface LastReport {
  readonly at: number;
  readonly every: number;
  readonly seen: boolean;
}

function lastReport(of: NotesOf): LastReport {
  const [at, every, seen] = (readNote('local', personNote('reported', of)) ?? '').split(' ').map(Number);
  return { at: Number.isFinite(at) ? (at ?? 0) : 0, every: Number.isFinite(every) && every ? every : EVERY, seen: seen === 1 };
}

const keepReport = (of: NotesOf, { at, every, seen }: LastReport) =>
  keepNote('local', personNote('reported', of), `${at} ${every} ${seen ? 1 : 0}`);

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

  const isOwn = () => {
    const state = session.store.getState();
    return state.phase === 'signed-in' && state.profile.id === userId && !state.viewingAsAdmin;
  };
  const known = async () => {
    device = await own();
    return device;
  };
  // Whoever goes has no time to look for it.
  known().catch((error: unknown) => console.info('The note about this device is not read', error));

  const reported = async (args: DeviceReport) => callReport(await session.clientOf(userId), args);

  /** Says that the device goes out of sight; back in sight, its next round reports it. */
  const leave = () => {
    const last = lastReport(replica);
    if (!last.seen || device === null || !isOwn()) return;
    keepReport(replica, { ...last, at: 0, seen: false });
    session.reportLeaving(userId, argsOf(replica, device, false));
  };

  const report = async () => {
    const { at, every, seen: wasSeen } = lastReport(replica);
    // A clock that was set back does not silence the device.
    if (!isOwn() || (now() >= at && now() - at < every * 1000)) return;
    // Another window may be in sight: until it says that none is, the device is.
    const seen = wasSeen || document.visibilityState === 'visible';
    keepReport(replica, { at: now(), every, seen });
    const next = await reported(argsOf(replica, await known(), seen)).catch((error: unknown) => {
      // What did not arrive is no report: the next round makes it.
      keepReport(replica, { at, every, seen });
      throw error;
    });
    const hasLeft = seen && !lastReport(replica).seen;
    keepReport(replica, { at: now(), every: next ?? every, seen });
    // Two calls under way may arrive in any order.
    if (hasLeft) leave();
  };

  /** Of a round before this one was opened, unless it says that it is synced. */
  const before = replica.status$.value.lastSyncedAt;
  const rounds = replica.status$
    .pipe(
      filter(
        ({ phase, lastSyncedAt }) =>
          lastSyncedAt !== null && (phase === 'synced' || (phase === 'syncing' && lastSyncedAt !== before)),
      ),
      map(({ lastSyncedAt }) => lastSyncedAt),
      distinctUntilChanged(),
    )
    .subscribe(() => {
      report().catch((error: unknown) => console.info('The device reports itself later', error));
    });
  const endVisible = whenNoneIsVisible(leave);
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
