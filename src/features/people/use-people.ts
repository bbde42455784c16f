/** The people of the salon: what this device keeps of them, read again while the page is open, and the acts about them. */
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshBookingPage } from '#data/online/booking-page-book.ts';
import { type KeptPeople, keptPeople$, refreshPeople } from '#data/people/people-book.ts';
import { type PeopleClient, type PeopleReason, PeopleRefusal } from '#data/people/people-server.ts';
import { peopleFailureText } from '#features/shared/people-words.ts';
import { useReplica, useSession } from '#features/shared/use-replica.ts';
import { type ServerReading, useServerReading } from '#features/shared/use-server-reading.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { type LiveState, useLiveState } from '#ui/timing/use-live.ts';

export interface PeopleRead extends ServerReading {
  kept: LiveState<KeptPeople | null>;
  /** Device clock at the last reading, milliseconds. */
  now: number;
}

export function usePeople(): PeopleRead {
  const replica = useReplica();
  const session = useSession();
  const [now, setNow] = useState(Date.now);
  const kept = useLiveState(() => keptPeople$(replica), [replica]);
  const read = useCallback(async () => {
    try {
      await refreshPeople(replica, session);
      // Which devices are dark; without it the people are shown all the same.
      await refreshBookingPage(replica, session).catch((error: unknown) =>
        console.info('The page for customers was not read', error),
      );
    } finally {
      setNow(Date.now());
    }
  }, [replica, session]);
  return { kept, now, ...useServerReading(read, peopleFailureText) };
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
