/** The valid settings of a salon: `salon_settings` first, then `salons`, then the spec's defaults (document 1 §7). */
import { type SalonDays, salonDaysOf } from '#domain/booking/open-days.ts';
import {
  CALENDAR_INTERVALS,
  type CalendarInterval,
  CURRENCIES,
  type Currency,
  DATE_FORMATS,
  type DateFormat,
  LANGUAGES,
  type Language,
  TIME_ZONES,
  VIEWS,
  type View,
} from '#schemas/constants.ts';
import { type Room, roomsOf } from '#schemas/rooms.ts';
import type { SalonSettings } from '#schemas/salon_settings.ts';
import type { Salon } from '#schemas/salons.ts';

/** The settings of a salon as they apply. */
export interface SalonConfig {
  /** IANA name. */
  readonly timezone: string;
  /** The step of the calendar in minutes. */
  readonly interval: CalendarInterval;
  readonly defaultView: View;
  readonly dateFormat: DateFormat;
  readonly currency: Currency;
  readonly language: Language;
  /** When the salon is open; null: it has set neither hours nor closed days. */
  readonly open: SalonDays | null;
  /** Rooms and chairs, in the order in which they were made; most salons have none. */
  readonly rooms: readonly Room[];
}

/** Defaults of the form (document 1 §3). */
export const SALON_DEFAULTS: SalonConfig = {
  timezone: TIME_ZONES[0],
  interval: 15,
  defaultView: 'day',
  dateFormat: DATE_FORMATS[0],
  currency: 'BGN',
  language: 'bg',
  open: null,
  rooms: [],
};

const firstOf = <T>(list: readonly T[], ...values: readonly unknown[]): T | undefined =>
  values.map((value) => list.find((one) => one === value)).find((one) => one !== undefined);

/** True if the browser can compute in that zone. */
export function isTimeZone(zone: string | null | undefined): zone is string {
  if (!zone) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * Returns the valid settings. A value that is not offered counts as missing.
 * @param browserZone the zone of the browser, for use if neither row names one (document 1 §7)
 */
export function effectiveConfig(
  salon: Salon | null,
  settings: SalonSettings | null,
  browserZone: string | null = null,
): SalonConfig {
  const zones = [settings?.timezone, salon?.timezone, browserZone];
  return {
    timezone: zones.find(isTimeZone) ?? SALON_DEFAULTS.timezone,
    interval: firstOf(CALENDAR_INTERVALS, settings?.calendar_interval, salon?.interval_calendar) ?? SALON_DEFAULTS.interval,
    defaultView: firstOf(VIEWS, settings?.default_view, salon?.default_view) ?? SALON_DEFAULTS.defaultView,
    dateFormat: firstOf(DATE_FORMATS, settings?.date_format, salon?.date_format) ?? SALON_DEFAULTS.dateFormat,
    currency: firstOf(CURRENCIES, settings?.currency, salon?.currency) ?? SALON_DEFAULTS.currency,
    language: firstOf(LANGUAGES, salon?.language) ?? SALON_DEFAULTS.language,
    open: salonDaysOf(settings?.opening_hours ?? null, settings?.closed_days ?? null),
    rooms: settings?.rooms ? roomsOf(settings.rooms) : SALON_DEFAULTS.rooms,
  };
}
