/**
 * Keeps exactly one replica open: that of the signed-in person and their salon. The former one is closed before the next
 * opens, because RxDB holds thirteen open collections a page.
 */
import { concatMap, distinctUntilChanged, EMPTY, exhaustMap, filter, map, switchMap, timer } from 'rxjs';
import { forScreens } from '#data/inside-replica.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import type { Replica } from '#sync/replica.ts';
import type { Session } from './session.ts';

/** The keeper of the open replica. */
export interface ReplicaKeeper {
  /** Tries once more, after a failure to open. */
  retry(): void;
  stop(): Promise<void>;
}

/**
 * Keeps the replica open that the session asks for.
 * @param open opens the replica of a person and salon.
 * @param attend begins to watch an open replica; the function that it returns is called before that replica closes.
 */
export function keepReplica(
  session: Session,
  open: (userId: string, salonId: number) => Promise<Replica>,
  attend: (replica: Replica) => () => void = () => () => undefined,
): ReplicaKeeper {
  const { store } = session;
  let replica: Replica | null = null;
  /** The same replica as the screens get it. */
  let shown: OpenReplica | null = null;
  let leave: () => void = () => undefined;
  let running: Promise<void> | null = null;
  let stopped = false;

  const wanted = () => {
    const state = store.getState();
    return !stopped && state.phase === 'signed-in' && state.salonId !== null
      ? { userId: state.profile.id, salonId: state.salonId }
      : null;
  };
  const serves = (target: ReturnType<typeof wanted>) =>
    target ? replica?.userId === target.userId && replica.salonId === target.salonId : replica === null;

  const settle = async () => {
    for (let target = wanted(); !serves(target); target = wanted()) {
      const former = replica;
      replica = shown = null;
      if (former) {
        leave();
        await former.close();
      }
      if (!target) continue;
      replica = await open(target.userId, target.salonId);
      leave = attend(replica);
      shown = forScreens(replica);
    }
    if (store.getState().replica !== shown) store.setState({ replica: shown, replicaError: null });
  };

  const run = () => {
    running ??= settle()
      .catch((replicaError: unknown) => {
        console.error('The replica did not open', replicaError);
        store.setState({ replica: null, replicaError: replicaError ?? new Error('unknown') });
      })
      .finally(() => {
        running = null;
        if (!serves(wanted()) && !store.getState().replicaError) run();
      });
  };

  const unsubscribe = store.subscribe((now, before) => {
    if (now.phase !== before.phase || !serves(wanted())) {
      if (!now.replicaError) run();
    }
  });
  run();

  return {
    retry() {
      store.setState({ replicaError: null });
      run();
    },
    async stop() {
      unsubscribe();
      stopped = true;
      run();
      await running;
    },
  };
}

/** The pause between two questions about a refusal that still holds, ms. */
const ASK_EVERY = 15_000;

/**
 * Asks the session where the person belongs now, as soon as the server refuses the open replica. Returns a function that ends it.
 */
export function watchAccess(session: Pick<Session, 'salonWithdrawn'>, replica: OpenReplica): () => void {
  const ask = () =>
    session.salonWithdrawn(replica.salonId).catch((error: unknown) => console.info('Asked again later: who is where', error));
  const watching = replica.status$
    .pipe(
      map(({ phase, reason }) => phase === 'blocked' && reason === 'access-withdrawn'),
      distinctUntilChanged(),
      switchMap((withdrawn) => (withdrawn ? timer(0, ASK_EVERY) : EMPTY)),
      exhaustMap(ask),
    )
    .subscribe();
  return () => watching.unsubscribe();
}

/** Keeps with the session's profile what the open replica's pulls say of its person. Returns a function that ends it. */
export function watchMembership(session: Pick<Session, 'keepMembership'>, replica: OpenReplica): () => void {
  const watching = replica.membership$
    .pipe(
      filter((membership) => membership !== null),
      concatMap((membership) =>
        session
          .keepMembership(replica.salonId, membership)
          .catch((error: unknown) => console.info('The role is kept with the next pull', error)),
      ),
    )
    .subscribe();
  return () => watching.unsubscribe();
}
