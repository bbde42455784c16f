import { useCallback, useState } from 'react';
import { take } from 'rxjs';
import { visitLegs$ } from '#data/events/visit-legs.ts';
import { holdsSlot } from '#domain/overlap.ts';
import { useReplica } from '#features/use-replica.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { useLiveState } from '#ui/use-live.ts';
import { OneReservation } from './one-reservation.tsx';
import type { ReservationHost } from './use-opened-event.ts';

/** Books, edits, blocks and deletes: an appointment alone, or the whole visit that it is a part of. */
export function ReservationDialog(host: ReservationHost) {
  const { opened, known } = host;
  const [row, setRow] = useState<LocalRow<'events'> | null>(opened.kind === 'edit' ? (known ?? null) : null);
  // As it was opened: what becomes a visit elsewhere meanwhile does not take away what is typed.
  const onRow = useCallback((read: LocalRow<'events'>) => setRow((old) => old ?? read), []);
  return row?.visit_id ? <VisitReservation {...host} known={row} /> : <OneReservation {...host} onRow={onRow} />;
}

/**
 * For an appointment that is a part of a visit: it opens with all its services, whichever of them was pressed. A cancelled one opens
 * alone, and so does one of which the others cannot be read.
 */
function VisitReservation({ known, ...host }: ReservationHost & { known: LocalRow<'events'> }) {
  const replica = useReplica();
  const { value, phase } = useLiveState(() => visitLegs$(replica, known.id).pipe(take(1)), [replica, known.id]);
  if (phase === 'loading') return null;
  const legs = (value ?? []).filter(holdsSlot);
  const [first] = legs;
  const alone = !first || legs.length < 2 || !legs.some(({ id }) => id === known.id);
  return alone ? (
    <OneReservation {...host} known={known} />
  ) : (
    <OneReservation {...host} opened={{ kind: 'edit', id: first.id }} known={first} legs={legs} />
  );
}
