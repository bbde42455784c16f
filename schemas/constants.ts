/** The closed lists of the specification (document 1 §3, §9; document 3 §3). */
export const LANGUAGES = ['bg', 'en'] as const;
export const CALENDAR_INTERVALS = [5, 10, 15, 20, 30] as const;
export const VIEWS = ['day', 'week', 'month'] as const;
export const DATE_FORMATS = ['dd/MM/yyyy', 'MM/dd/yyyy', 'yyyy-MM-dd'] as const;
export const CURRENCIES = ['BGN', 'EUR', 'USD'] as const;
export const TIME_ZONES = [
  'Europe/Sofia',
  'Europe/London',
  'Europe/Paris',
  'America/New_York',
  'America/Los_Angeles',
  'Asia/Tokyo',
  'Asia/Dubai',
  'Australia/Sydney',
] as const;
export const EVENT_TYPES = ['appointment', 'blocking'] as const;
export const EVENT_STATUSES = ['booked', 'completed', 'cancelled', 'no-show'] as const;
/** The origin of a booking that nobody of the salon made. */
export const EVENT_SOURCES = ['online'] as const;
/** The roles of an account (document 1 §3): the database decides who has which, by `private.is_admin` and row level security. */
export const USER_ROLES = ['admin', 'employee'] as const;
/** The roles of a person in their salon, the highest first; rights.ts says what each may do. */
export const SALON_ROLES = ['owner', 'manager', 'staff'] as const;

export type Language = (typeof LANGUAGES)[number];
export type CalendarInterval = (typeof CALENDAR_INTERVALS)[number];
export type View = (typeof VIEWS)[number];
export type DateFormat = (typeof DATE_FORMATS)[number];
export type Currency = (typeof CURRENCIES)[number];
export type EventType = (typeof EVENT_TYPES)[number];
export type EventStatus = (typeof EVENT_STATUSES)[number];
export type UserRole = (typeof USER_ROLES)[number];
export type SalonRole = (typeof SALON_ROLES)[number];
