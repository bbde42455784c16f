/**
 * The arguments and answers of the functions of online booking; they stand in `…_booking_pages.sql` and `…_online_bookings.sql` of
 * `supabase/migrations`. Instants are ISO UTC with milliseconds, dates yyyy-MM-dd in the salon's zone, minutes whole numbers, amounts
 * numbers at two decimals, each with its currency. A test asks each function and compares the names and kinds of what it answers.
 *
 * A stranger who asks for a salon that is unknown, not published, switched off or not (any more) approved gets null, and so does a wrong
 * token. The link of a booking goes on saying what became of it, and lets it be cancelled, while the page is off.
 */
import type { Currency, Language } from './constants.ts';

/** How a salon confirms: nothing by hand, or everything. */
export const APPROVALS = ['none', 'all'] as const;
/** Tells if a visitor has to say an e-mail address. */
export const EMAIL_ASKED = ['optional', 'required'] as const;

/** The bounds of the page's numbers; `set_booking_page` holds the same. */
export const PAGE_BOUNDS = {
  /** Minutes from now to the earliest start. */
  min_notice: { least: 0, most: 10_080 },
  /** Days that can be booked from today on. */
  horizon: { least: 1, most: 365 },
  /** Minutes before the start until which a visitor may change or cancel. */
  cancel_until: { least: 0, most: 20_160 },
} as const;
/** The longest texts of the page, in characters. */
export const PAGE_LENGTHS = { phone: 40, address: 300, about_bg: 1000, about_en: 1000 } as const;
/** The address of a page: small letters, digits and single hyphens between them. */
export const SLUG = /^[a-z0-9](-?[a-z0-9]){2,39}$/;
/** The most services of a visit, the most days of a question, and the shortest and longest texts of a visitor. */
export const MOST_SERVICES = 3;
export const MOST_SLOT_DAYS = 14;
export const VISITOR_NAME = { least: 2, most: 100 } as const;
export const LONGEST_VISITOR_NOTE = 300;

/** The salon's page as its owner keeps it. */
export interface BookingPageValues {
  /** Null: it has none yet. */
  slug: string | null;
  enabled: boolean;
  /** Minutes. */
  min_notice: number;
  /** Days. */
  horizon: number;
  /** Minutes; null: the calendar's interval. */
  step: number | null;
  /** Minutes before the start. */
  cancel_until: number;
  approve: (typeof APPROVALS)[number];
  ask_email: (typeof EMAIL_ASKED)[number];
  show_prices: boolean;
  phone: string | null;
  address: string | null;
  about_bg: string | null;
  about_en: string | null;
  /** Instant; null, or in the past: not paused. */
  paused_until: string | null;
}

/** The things without which a page cannot be switched on; also the hints with which `set_booking_page` refuses that. */
export const PAGE_NEEDS = ['slug', 'approved', 'service', 'employee', 'device'] as const;
export type PageNeed = (typeof PAGE_NEEDS)[number];

/** `booking_page(p_salon_id)`, every member; and what `set_booking_page(p_salon_id, p_page)` returns, the owner's. */
export interface BookingPage extends BookingPageValues {
  /** Strangers see it now: switched on, and the salon is approved. */
  live: boolean;
  /** The things that are missing to switch it on. */
  missing: PageNeed[];
  /** Within 14 days an app pushed that names no device: of such a one nobody would know that it went dark. Instant. */
  old_app_at: string | null;
  /** When online booking was last refused because of the limits of a salon, within 7 days. Instant. */
  quota_at: string | null;
  /** A device of the salon is dark, so that near bookings are requests now. */
  silent: boolean;
  /** The devices that are dark, for “this device is put away”. */
  dark: { id: string; user_id: string; name: string | null; last_seen: string; unsent: number }[];
}
/**
 * Refusals of `set_booking_page` have a hint: the name of a field of `BookingPageValues`, `slug_taken`, `slug_reserved`, `slug_many`, or
 * one of `PAGE_NEEDS`. Unknown fields are ignored; fields that are not named stay.
 */
export type BookingPageChange = Partial<BookingPageValues>;

/** `slug_is_free(p_slug)`. */
export interface SlugAnswer {
  free: boolean;
  /** Why not; `slug_many`: the salon has given up five within a year. */
  why: 'slug' | 'slug_reserved' | 'slug_taken' | 'slug_many' | null;
}

/** A service as it is with one employee, where it differs. */
export interface PublicTerms {
  resource: string;
  minutes: number;
  /** Null where the page shows no prices; so is the currency. */
  price: number | null;
  currency: Currency | null;
}
export interface PublicService {
  id: string;
  name_bg: string;
  name_en: string;
  /** The group's name; null: none. */
  category: string | null;
  minutes: number;
  price: number | null;
  currency: Currency | null;
  /** The ids of the employees who offer it, all of them among `employees`. */
  offered_by: string[];
  /** With whom it is otherwise. */
  own: PublicTerms[];
}
export interface PublicEmployee {
  id: string;
  name: string;
}

/** `public_salon(p_slug)`. */
export interface PublicSalon {
  /** The page's address now: a former one leads here. */
  slug: string;
  name_bg: string;
  name_en: string;
  language: Language;
  /** IANA name. */
  zone: string;
  phone: string | null;
  address: string | null;
  about_bg: string | null;
  about_en: string | null;
  policy: string | null;
  /** Null: there is no policy, and nothing to tick. */
  policy_hash: string | null;
  /** “Whoever is free” may be chosen. */
  any: boolean;
  ask_email: BookingPageValues['ask_email'];
  show_prices: boolean;
  /** Every booking waits for the salon. */
  approve: BookingPageValues['approve'];
  /** Minutes. */
  min_notice: number;
  /** Minutes before the start. */
  cancel_until: number;
  /** The first and last day that can be booked. */
  first: string;
  last: string;
  /** Nothing can be booked until then. */
  paused_until: string | null;
  /** The salon has no internet just now: a start within 24 hours becomes a request. */
  silent: boolean;
  /** How many leading zero bits the proof of work needs (`proofText`). */
  bits: number;
  services: PublicService[];
  employees: PublicEmployee[];
}

/** `public_slots(p_slug, p_services, p_resource, p_from, p_days, p_token)`; the token of a booking that is to be moved, else null. */
export interface PublicSlots {
  /** Instants at which the visit may begin, in order. */
  starts: string[];
  /** The last day that was looked at, and the last that can be booked at all. */
  until: string;
  last: string;
  silent: boolean;
  paused_until: string | null;
}

/** A part of a booking. */
export interface PublicLeg {
  service_id: string | null;
  title: string | null;
  resource_id: string;
  employee: string;
  start: string;
  end: string;
  /** As the salon has it now; null where the page shows no prices, and where this part has none. */
  price: number | null;
  currency: Currency | null;
}

/** Why nothing was booked. `too_many` stands for the limits of the visitor and of the salon; then it says to call. */
export const NOT_BOOKED = ['taken', 'too_soon', 'too_late', 'too_many', 'paused', 'policy', 'work', 'invalid'] as const;

/** `book_online(…)` and `move_online(p_token, p_request, p_start, p_resource)`. Every answer has all fields. */
export interface BookAnswer {
  /** `moved_too_late`, from `move_online` alone: it is too late to change this booking; `over`: it is cancelled by now, or past. */
  state: 'booked' | 'requested' | (typeof NOT_BOOKED)[number] | 'moved_too_late' | 'over';
  /** Of a booking that was made: for `#v=<token>`. */
  token: string | null;
  legs: PublicLeg[];
  /** Of a request: until when the salon answers. */
  until: string | null;
  /** Why it is a request. */
  waits_for: 'desk' | 'approval' | null;
  /** `taken`: up to three nearest starts. */
  near: string[];
  /** `invalid`: which argument, without `p_`. */
  field: 'request' | 'services' | 'resource' | 'start' | 'name' | 'phone' | 'email' | 'note' | 'language' | 'work' | null;
  /** `work`: how many bits are needed now. */
  bits: number | null;
  /** The salon's phone, for whoever has to call. */
  phone: string | null;
}

/**
 * `public_booking(p_token)`. A booking that was made and that the salon has removed is `cancelled`.
 * `booked`, `requested`; `cancelled` (`by` says by whom); `expired`: nobody confirmed the request; `past`: it has begun.
 */
export interface PublicBooking {
  slug: string;
  name_bg: string;
  name_en: string;
  zone: string;
  phone: string | null;
  address: string | null;
  /** The salon can be booked online now; without it nothing can be moved. */
  live: boolean;
  state: 'booked' | 'requested' | 'cancelled' | 'expired' | 'past';
  by: 'customer' | 'salon' | null;
  waits_for: 'desk' | 'approval' | null;
  /** Of a request. */
  until: string | null;
  legs: PublicLeg[];
  made_at: string;
  /** When the first device of the salon had it; null: none has. */
  seen_at: string | null;
  /** Until when it may be moved or cancelled here; null: not at all any more. */
  change_until: string | null;
  /** The services, for a question about other times; empty where the salon has changed them so that it cannot be moved here. */
  services: string[];
  /** The employee who was asked for; null: whoever is free. */
  resource: string | null;
  language: Language;
}

/** `cancel_online(p_token)`: `too_late` says to call; what is cancelled already is `cancelled` again. */
export interface CancelAnswer {
  state: 'cancelled' | 'too_late';
  phone: string | null;
}

/**
 * Returns the text over which the proof of work is made: SHA-256 of it, with a nonce of up to 20 letters and digits, begins with as many
 * zero bits as `PublicSalon.bits` says. `phone` in E.164 and `start` as they are sent; `slug` as `PublicSalon.slug`.
 */
export const proofText = (request: string, slug: string, start: string, phone: string, nonce: string): string =>
  `${request}|${slug}|${start}|${phone}|${nonce}`;
