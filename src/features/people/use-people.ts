/** The people of the salon: what this device keeps of them, read again while the page is open, and the acts about them. */
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshBookingPage } from '#data/online/booking-page-book.ts';
import { type KeptPeople, keptPeople$, refreshPeople } from '#data/people/people-book.ts';
import { type PeopleClient, type PeopleReason, PeopleRefusal } from '#data/people/people-server.ts';
import { isUnreached } from '#data/session/auth-errors.ts';
import { peopleFailureText } from '#features/shared/people-words.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { useReplica, useSession } from '#features/shared/use-replica.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { type LiveState, useLiveState } from '#ui/timing/use-live.ts';

/** The page reads again this often while somebody looks at it, ms. */
const AGAIN_MS = 60_000;

export interface PeopleRead {
  kept: LiveState<KeptPeople | null>;
  /** Why the last reading failed; null while it is under way, after a good one, and without a line. */
  failure: string | null;
  /** Nothing can be changed: there is no line. */
  isOffline: boolean;
  /** Device clock, milliseconds. */
  now: number;
  /** Reads again; never rejects. */
  refresh(): Promise<void>;
}

export function usePeople(): PeopleRead {
  const replica = useReplica();
  const session = useSession();
  const online = useOnline();
  const [now, setNow] = useState(Date.now);
  const [failure, setFailure] = useState<string | null>(null);
  const [unreached, setUnreached] = useState(false);
  const kept = useLiveState(() => keptPeople$(replica), [replica]);
  const refresh = useCallback(async () => {
    try {
      await refreshPeople(replica, session);
      // Which devices are dark; without it the people are shown all the same.
      await refreshBookingPage(replica, session).catch((error: unknown) =>
        console.info('The page for customers was not read', error),
      );
      setFailure(null);
      setUnreached(false);
    } catch (error) {
      console.info('The people could not be read', error);
      setUnreached(isUnreached(error));
      setFailure(isUnreached(error) ? null : peopleFailureText(error));
    }
    setNow(Date.now());
  }, [replica, session]);
  useEffect(() => {
    if (!online) return undefined;
    void refresh();
    const timer = setInterval(() => document.visibilityState === 'visible' && void refresh(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [online, refresh]);
  return { kept, failure, isOffline: !online || unreached, now, refresh };
}

/** The outcome of an act: `done`, a refusal that its form shows beside a field, or a failure that a toast has told. */
export type Acted = { done: true } | { done: false; reason: PeopleReason | null };

/**
 * Runs acts on the server as the person of the replica, one at a time, and reads the people again afterwards.
 * @param refresh of `usePeople`
 */
export function usePeopleAct(refresh: () => Promise<void>) {
  const { t } = useTranslation('people');
  const replica = useReplica();
  const session = useSession();
  const [busy, setBusy] = useState(false);
  /** @param beside refusals that the form says beside a field; any other failure is told in a toast */
  const act = async (work: (client: PeopleClient) => Promise<unknown>, beside: readonly PeopleReason[] = []): Promise<Acted> => {
    if (busy) return { done: false, reason: null };
    setBusy(true);
    try {
      await work(await session.clientOf(replica.userId));
      await Promise.all([refresh(), session.refreshProfile().catch((error: unknown) => console.info(error))]);
      void replica.syncNow(); // the pull says what the person is by now
      return { done: true };
    } catch (error) {
      const reason = error instanceof PeopleRefusal ? error.reason : null;
      if (reason !== null && beside.includes(reason)) return { done: false, reason };
      console.warn('An act about people failed', error);
      toast({ title: t('failed'), description: peopleFailureText(error), variant: 'destructive' });
      if (error instanceof PeopleRefusal) void refresh();
      return { done: false, reason };
    } finally {
      setBusy(false);
    }
  };
  return { busy, act };
}
