import { useCallback, useMemo, useState } from 'react';
import { of } from 'rxjs';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import type { EventView } from '#calendar/reads/day-view.ts';
import { event$ } from '#data/events/events.queries.ts';
import { legsOfVisit$ } from '#data/events/visit-legs.ts';
import { holdsSlot } from '#domain/booking/overlap.ts';
import type { LocalDate } from '#domain/time/time.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { type LiveState, useLiveState } from '#ui/timing/use-live.ts';
import type { Draft } from './draft.ts';

/** The subject of the open dialog: a new booking or a saved one. */
export type Editing = { kind: 'new'; draft: Draft } | { kind: 'edit'; id: string };
export type Opened = Editing | { kind: 'read'; id: string; date: LocalDate; employee: string; event: EventView };

export interface ReservationHost {
  opened: Editing;
  /** The appointment as the calendar shows it: the dialog opens with it, without waiting for its own read. */
  known?: EventRow | undefined;
  salon: SalonPart;
  today: LocalDate;
  /** The visit that the appointment begins: its legs that are not cancelled, in order. Left out: it is one alone. */
  legs?: readonly EventRow[] | undefined;
  /** Hears of an appointment that was not known, once it is read. */
  onRow?: ((row: EventRow) => void) | undefined;
  /** The day on which the saved event stands, and its id: of a visit the first part's; none: nothing was changed. */
  onSaved(date: LocalDate, id: string | undefined): void;
  onClose(): void;
}

type EventRow = LocalRow<'events'>;

/** The parts of the visit that a dialog is open for, in order; those that are cancelled only where all are. */
export interface OpenedLegs {
  /** As the dialog was opened. */
  readonly opened: readonly EventRow[];
  /** As they stand now; null: not read yet. */
  readonly now: readonly EventRow[] | null;
  /** All that are there now, the cancelled ones too. */
  readonly all: readonly EventRow[];
}

/** The event that a dialog is open for, in its three ages. */
export interface OpenedEvent {
  readonly id: string | null;
  /** As it stands now; of a visit its first part. */
  readonly live: LiveState<EventRow | null>;
  /** As the dialog was opened: what is different now came from elsewhere. */
  readonly row: EventRow | null;
  setRow(next: (old: EventRow | null) => EventRow | null): void;
  /** As it stood last: what the form is compared with when it is saved. */
  readonly base: EventRow | null;
  setBase(row: EventRow): void;
  /** A day older than what this device keeps: the booking has reached the server and left from here, nobody deleted it. */
  readonly settled: boolean;
  /** Null: it is one alone, here and everywhere. */
  readonly legs: OpenedLegs | null;
}

/** Those that are shown: the others are no part of the visit any more. */
function shownLegs(legs: readonly EventRow[]): readonly EventRow[] {
  const holding = legs.filter(holdsSlot);
  return holding.length > 0 ? holding : legs;
}

/** @param id null: a new one @param known as the calendar shows it @param parts of the visit, where it was opened as one */
export function useOpenedEvent(id: string | null, known: EventRow | null, parts: ReservationHost['legs']): OpenedEvent {
  const replica = useReplica();
  const own = useLiveState(() => (id === null ? of(null) : event$(replica, id)), [replica, id]);
  const [row, setRow] = useState(known);
  const [base, setBase] = useState(known);
  const [opened, setOpened] = useState(parts);
  // One that was alone becomes a visit where another device adds a service to it.
  const alone = row !== null && row.visit_id === null;
  const visitId = parts?.[0]?.visit_id ?? (alone ? (own.value?.visit_id ?? null) : null);
  const read = useLiveState(() => (visitId === null ? of(null) : legsOfVisit$(replica, visitId)), [replica, visitId]);
  const heard = read.value ?? null;
  const legs = useMemo((): OpenedLegs | null => {
    if (visitId === null) return null;
    return { opened: opened ?? (row ? [row] : []), now: heard && shownLegs(heard), all: heard ?? [] };
  }, [visitId, opened, row, heard]);
  const setRows = useCallback((next: (old: EventRow | null) => EventRow | null) => {
    setRow(next);
    setOpened((old) => old?.map((leg) => next(leg) ?? leg));
  }, []);
  const live = useMemo(
    (): OpenedEvent['live'] => (heard && own.phase === 'ready' ? { ...own, value: shownLegs(heard)[0] ?? null } : own),
    [heard, own],
  );
  const horizon = useLiveState(() => replica.horizon$, [replica]).value ?? null;
  const settled = live.value === null && base !== null && horizon !== null && base.start_time < horizon;
  return { id, live, row, setRow: setRows, base, setBase, settled, legs };
}
