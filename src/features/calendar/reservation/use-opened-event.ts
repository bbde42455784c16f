import { useState } from 'react';
import { of } from 'rxjs';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import type { EventView } from '#calendar/reads/day-view.ts';
import { event$ } from '#data/events/events.queries.ts';
import type { LocalDate } from '#domain/time.ts';
import { useReplica } from '#features/use-replica.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { type LiveState, useLiveState } from '#ui/use-live.ts';
import type { Draft } from './draft.ts';

/** What the dialog is open for. */
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
  /** The day on which the saved event stands. */
  onSaved(date: LocalDate): void;
  onClose(): void;
}

type EventRow = LocalRow<'events'>;

/** The event that a dialog is open for, in its three ages. */
export interface OpenedEvent {
  readonly id: string | null;
  /** As it stands now. */
  readonly live: LiveState<EventRow | null>;
  /** As the dialog was opened: what is different now came from elsewhere. */
  readonly row: EventRow | null;
  setRow(next: (old: EventRow | null) => EventRow | null): void;
  /** As it stood last: what the form is compared with when it is saved. */
  readonly base: EventRow | null;
  setBase(row: EventRow): void;
  /** A day older than what this device keeps: the booking has reached the server and left from here, nobody deleted it. */
  readonly settled: boolean;
}

/** @param id null: a new one @param known as the calendar shows it */
export function useOpenedEvent(id: string | null, known: EventRow | null): OpenedEvent {
  const replica = useReplica();
  const live = useLiveState(() => (id === null ? of(null) : event$(replica, id)), [replica, id]);
  const [row, setRow] = useState(known);
  const [base, setBase] = useState(known);
  const horizon = useLiveState(() => replica.horizon$, [replica]).value ?? null;
  const settled = live.value === null && base !== null && horizon !== null && base.start_time < horizon;
  return { id, live, row, setRow, base, setBase, settled };
}
