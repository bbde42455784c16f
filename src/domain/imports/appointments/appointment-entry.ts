/** Appointments of another program, as a calendar file or a table has them, before they are matched with the salon. */
import type { LocalDate } from '#domain/time/time.ts';
import type { Currency, EventStatus } from '#schemas/constants.ts';

/** The client of an entry as the file writes it. */
export interface EntryClient {
  /** Empty if the file has only a phone or an e-mail. */
  readonly name: string;
  /** E.164 if it could be read, else as written. */
  readonly phone: string | null;
  readonly email: string | null;
}

/** One appointment, or blocked time, of a file. Each occurrence of a repeated one is an entry of its own. */
export interface AppointmentEntry {
  /**
   * The key by which the entry is known again. It follows from the entry alone, never from the file's name or content: it is the
   * `appointmentKey` of the UID and of the RECURRENCE-ID or the occurrence's start; in a table, of the entry's own number, else
   * of its start, employee and client as written.
   */
  readonly key: string;
  /** The row of the table, or the number of the entry in the calendar, from 1. A person finds the entry by it. */
  readonly row: number;
  /** The name of its file where several are read together: their rows have the same numbers. */
  readonly file?: string;
  /** ISO UTC. */
  readonly start: string;
  readonly end: string;
  /** Whole days, both included; null for an entry with times. */
  readonly allDay: { readonly from: LocalDate; readonly to: LocalDate } | null;
  /** True if the other calendar shows the time as free, as for a reminder or a birthday. */
  readonly isFree: boolean;
  /** The calendar's name, or the employee's cell; empty if the file names nobody. */
  readonly employee: string;
  readonly client: EntryClient | null;
  /** The text in which a service is looked for. */
  readonly service: string;
  /**
   * True if the file has a separate field for the service and this entry fills it. Such an entry is an appointment even without a
   * client.
   */
  readonly namesService: boolean;
  /** The summary as written. It is the title of a booking for which no service was found. */
  readonly title: string;
  /** The other texts of the entry, one on each line. */
  readonly notes: string;
  readonly status: EventStatus | null;
  readonly price: { readonly amount: number; readonly currency: Currency | null } | null;
  /**
   * True if the other program has cancelled it. It is not imported; if it was imported before and nobody has changed it, it is
   * removed.
   */
  readonly isCancelled: boolean;
}

/** The reason why a part of a file is no entry: it has no time that can be read, lasts too long, or lies outside the span. */
export type EntryFault = 'no_time' | 'too_long' | 'past' | 'beyond';

/** A part of a file that did not become an entry. */
export interface FaultyEntry {
  readonly row: number;
  readonly file?: string;
  /** Its summary, or its cells: a person finds it by that. */
  readonly text: string;
  readonly fault: EntryFault;
}

/** The span that is read, ISO UTC. Entries that touch it are read; `until` is not included. */
export interface ReadSpan {
  readonly from: string;
  readonly until: string;
  /** The salon's time zone (IANA name). Times without a zone are in it. */
  readonly zone: string;
}

/**
 * A series that the file has as a whole: each of its occurrences in the span is among the entries, or was removed from the
 * series.
 */
export interface WholeSeries {
  /** The key without its occurrence. */
  readonly key: string;
  readonly from: string;
  readonly until: string;
  /**
   * The keys of occurrences that are not among the entries but still exist: faults, and occurrences that were moved out of the
   * span.
   */
  readonly elsewhere: readonly string[];
}

/** The entries of one file, and the parts of it that became none. */
export interface ReadAppointments {
  readonly entries: readonly AppointmentEntry[];
  readonly faults: readonly FaultyEntry[];
  /** Empty for a table. */
  readonly series: readonly WholeSeries[];
}

/** Returns the reason why an entry lies outside the span; null if it touches the span. */
export const outside = (
  { start, end }: Pick<AppointmentEntry, 'start' | 'end'>,
  { from, until }: ReadSpan,
): 'past' | 'beyond' | null => {
  if (start >= until) return 'beyond';
  return end < from || (end === from && start < from) ? 'past' : null;
};

/** Returns the entries of several files as one, such as the calendars of several employees. */
export function joinRead(files: readonly { readonly name: string; readonly read: ReadAppointments }[]): ReadAppointments {
  const [first, ...others] = files;
  if (first && others.length === 0) return first.read;
  return {
    entries: files.flatMap(({ name, read }) => read.entries.map((entry) => ({ ...entry, file: name }))),
    faults: files.flatMap(({ name, read }) => read.faults.map((fault) => ({ ...fault, file: name }))),
    series: files.flatMap(({ read }) => read.series),
  };
}
