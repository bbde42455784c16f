/** The types that the plan of appointments, its preview and its store share. */
import type { ShiftProblem } from '#domain/booking/free-slots.ts';
import type { SalonDays } from '#domain/booking/open-days.ts';
import type { Rooms } from '#domain/booking/taken-rooms.ts';
import type { OverrideSets, WeeklySets } from '#domain/shifts/availability.ts';
import type { LocalDate } from '#domain/time/time.ts';
import type { Client } from '#schemas/clients.ts';
import type { Currency, Language } from '#schemas/constants.ts';
import type { Event } from '#schemas/events.ts';
import type { Resource } from '#schemas/resources.ts';
import type { Service } from '#schemas/services.ts';
import type { AppointmentEntry } from './appointment-entry.ts';

/**
 * The decisions of which an appointment consists. A newer file changes each of them separately, and only if nobody has changed it
 * here: `place` is the employee and the time, `client` the client and the notes, `service` the service, the title and the type.
 */
export const DECISIONS = ['place', 'client', 'service', 'price', 'status'] as const;
/** One of these decisions. */
export type Decision = (typeof DECISIONS)[number];

/** The columns of each decision; they are written together. */
export const DECISION_COLUMNS = {
  place: ['resource_id', 'start_time', 'end_time'],
  client: ['client_id', 'notes'],
  service: ['service_id', 'title', 'type'],
  price: ['price', 'currency'],
  status: ['status'],
} as const satisfies Readonly<Record<Decision, readonly (keyof Event)[]>>;

/** A short text for each decision. It changes with the decision's values. */
export type DecisionMarks = Readonly<Record<Decision, string>>;

/** The marks of what a file says of an entry. */
export interface SaidMarks extends DecisionMarks {
  /** `calendarMark` of `AppointmentEntry.employee`. */
  readonly calendar: string;
  /** Of whole days off: the days, by `overrideKey`. */
  readonly days?: readonly string[];
}

/**
 * The marks that an import on this device keeps of an appointment. By them a newer file sees what has changed in the file and
 * what has changed here. A row without them, such as one that another device has imported, may be somebody's own and stays as it
 * is.
 */
export interface ImportedBase {
  /** `PlannedAppointment.said` of the last import. */
  readonly said: SaidMarks;
  /** `eventMarks` of the row as that import left it. */
  readonly wrote: DecisionMarks;
  /**
   * True if an import removed the row, because it was cancelled in the file or because the import was undone. Then nobody deleted
   * it here.
   */
  readonly takenBack: boolean;
}

/** The values of a booking that an import writes; instants in ISO UTC. */
export type AppointmentValues = Pick<
  Event,
  (typeof DECISION_COLUMNS)[Decision][number] | 'processing_after' | 'processing_minutes' | 'buffer_after'
>;

/** The client of a planned appointment. A new one is made with it, under an id that follows from the phone or the name. */
export interface PlannedClient {
  readonly id: string;
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly isNew: boolean;
  /** The way in which the client was found; null for a new one. */
  readonly by: 'phone' | 'email' | 'name' | 'import' | null;
}

/** The write that an entry needs. */
export type AppointmentWrite =
  /** Writes the whole row, even over a deleted one. A new client is made before it. */
  | { readonly kind: 'add'; readonly values: AppointmentValues; readonly newClient: PlannedClient | null }
  /** Changes these columns of an existing row. */
  | { readonly kind: 'change'; readonly values: Partial<AppointmentValues>; readonly newClient: PlannedClient | null }
  /** Deletes the row. */
  | { readonly kind: 'remove' }
  /**
   * The employee is off on these whole days, for this reason. On those of `back` (by `overrideKey`) it is as it was before an import took
   * it off, unless somebody has changed the day since.
   */
  | {
      readonly kind: 'time_off';
      readonly resourceId: string;
      readonly dates: readonly LocalDate[];
      readonly reason: string;
      readonly back: readonly string[];
    };

/**
 * The fate of an entry. Those that write: `new`, `changed` (`decisions` there and untouched here; `kept` were changed in both, and stay as
 * they are here), `taken_back` (cancelled there, or no longer in its series, and untouched here). All others leave the salon as it is:
 * `same`; `moved_here` (changed there, and somebody has changed the same here); `deleted_here`; `stays` (cancelled there, and somebody
 * has changed it here); `gone` (imported from this calendar, which no longer has it); `cancelled` (never imported); `past` (history is not
 * wanted); `repeated` (an earlier entry has the same key); `no_employee` (nobody is chosen for its calendar); `left_out` (a person, or a
 * rule, leaves such entries out).
 */
export type AppointmentFate =
  | { readonly kind: 'changed'; readonly decisions: readonly Decision[]; readonly kept: readonly Decision[] }
  | { readonly kind: 'moved_here'; readonly kept: readonly Decision[] }
  | {
      readonly kind:
        | 'new'
        | 'same'
        | 'deleted_here'
        | 'taken_back'
        | 'stays'
        | 'gone'
        | 'cancelled'
        | 'past'
        | 'repeated'
        | 'no_employee'
        | 'left_out';
    };

/** An entry matched with the salon. */
export interface PlannedAppointment {
  /** The id of its row in `events`. A whole day off has one, too, under which its base is kept. */
  readonly id: string;
  /** Null for what the file no longer has. */
  readonly entry: AppointmentEntry | null;
  readonly what: 'appointment' | 'blocking' | 'time_off';
  readonly fate: AppointmentFate;
  /** Null if nothing is written. */
  readonly write: AppointmentWrite | null;
  /**
   * The booking as the calendar will draw it, with the values that stay as they are here; null for time off, and without an
   * employee.
   */
  readonly shown: AppointmentValues | null;
  readonly client: PlannedClient | null;
  /** The text in which no service of the salon was found by its name, without the client's: a person may choose what it means. */
  readonly wording: string | null;
  /** The store keeps it in the base of each one that is `new`, `same`, `changed` or `moved_here`; null where there is nothing to keep. */
  readonly said: SaidMarks | null;
  /** The ids of bookings of the salon, and of this plan, that it would overlap; of what gets a place alone. */
  readonly overlaps: readonly string[];
  /**
   * The reason why the employee does not work then. Only an appointment that gets a place has one, and only if any hours of the
   * employee are known.
   */
  readonly offShift: ShiftProblem | null;
}

/** The use of one calendar's entries: `guess` makes blocked time of those without a service, a client and a phone. */
export type CalendarUse = 'guess' | 'appointments' | 'blocking' | 'left_out';

/**
 * The use of entries of whole days: `guess` goes by their words (vacation), makes blocked time of busy days, and leaves out free
 * ones.
 */
export type AllDayUse = 'guess' | 'time_off' | 'blocking' | 'left_out';

/** A person's choices. `guessChoices` makes the first ones. */
export interface AppointmentChoices {
  /** By `AppointmentEntry.employee`. */
  readonly calendars: ReadonlyMap<string, { readonly resourceId: string | null; readonly use: CalendarUse }>;
  /** The service that a text means, by `textKey` of `PlannedAppointment.wording`; null leaves it as it is written. */
  readonly services: ReadonlyMap<string, string | null>;
  readonly allDay: AllDayUse;
  /** True if appointments that have ended are imported, too. */
  readonly history: boolean;
  /** The fate of appointments that were deleted here since: they stay deleted, or come again. */
  readonly deletedHere: 'stay' | 'again';
  /** The fate of what its calendar no longer has: it stays, or is taken back where nobody has touched it. */
  readonly gone: 'stay' | 'take_back';
}

/** A row of `events` as the device has it. */
export type SalonEvent = AppointmentValues & Pick<Event, 'id' | 'deleted' | 'arrived_at' | 'visit_id'>;

/** A row of `clients`, deleted ones too. */
export type SalonClient = Pick<
  Client,
  'id' | 'deleted' | 'name' | 'first_name' | 'last_name' | 'phone' | 'email' | 'merged_into' | 'erased_at'
>;

/** The salon that entries are matched with. */
export interface SalonNow {
  readonly employees: readonly Pick<Resource, 'id' | 'name' | 'active'>[];
  /** All of them, deleted ones too. */
  readonly clients: readonly SalonClient[];
  readonly services: readonly Service[];
  /** The room of each service that needs one; left out: the salon has none. */
  readonly rooms?: Rooms;
  /** The rows of the span that is read, and those of the entries (`appointmentId`) outside it; deleted ones too. */
  readonly events: readonly SalonEvent[];
  readonly weekly: WeeklySets;
  /** The sets of the days from the day before the span to the day after it. */
  readonly overrides: OverrideSets;
  /** When the salon is open; none set by default. */
  readonly open?: SalonDays | null;
  /** By the id of the event; empty on a device that has imported nothing. */
  readonly bases: ReadonlyMap<string, ImportedBase>;
  /** IANA name. */
  readonly zone: string;
  /** ISO UTC. */
  readonly now: string;
  /** The currency of plain prices. */
  readonly currency: Currency;
  /** The language in which a service's name becomes the title of a booking. */
  readonly language: Language;
}
