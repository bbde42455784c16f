import { useMemo, useState, useSyncExternalStore } from 'react';
import type { OpenReplica } from '#data/open-replica.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { keepOwnColumn, keptOwnColumn } from './calendar-memory.ts';
import type { CalendarState } from './use-calendar-state.ts';

/** The choice of one's own column alone, for whoever is linked to an employee with a column. */
export interface Mine {
  on: boolean;
  onMine(on: boolean): void;
}

/** The employee that the person is, as the last pull said it; null for nobody. */
function useOwnEmployee({ membership$ }: OpenReplica): string | null {
  const subscribe = useMemo(
    () => (changed: () => void) => {
      const following = membership$.subscribe(changed);
      return () => following.unsubscribe();
    },
    [membership$],
  );
  return useSyncExternalStore(subscribe, () => membership$.value?.resourceId ?? null);
}

/**
 * The state with everybody else hidden while the person wants to see their own column. Who then shows or hides somebody sees that, and
 * no longer their own alone. No right depends on it.
 * @param ids of the employees who have columns
 */
export function useMine(state: CalendarState, ids: readonly string[]): { state: CalendarState; mine: Mine | null } {
  const replica = useReplica();
  const { userId, salonId } = replica;
  const linked = useOwnEmployee(replica);
  const own = linked !== null && ids.includes(linked) ? linked : null;
  const [isChosen, setChosen] = useState(() => keptOwnColumn({ userId, salonId }));
  const on = isChosen && own !== null;
  return useMemo(() => {
    const onMine = (next: boolean) => {
      setChosen(next);
      keepOwnColumn({ userId, salonId }, next);
    };
    if (!on) return { state, mine: own === null ? null : { on, onMine } };
    const hidden = new Set(ids.filter((id) => id !== own));
    const onHidden = (next: ReadonlySet<string>) => {
      onMine(false);
      state.onHidden(next);
    };
    return { state: { ...state, hidden, onHidden }, mine: { on, onMine } };
  }, [state, ids, own, on, userId, salonId]);
}
