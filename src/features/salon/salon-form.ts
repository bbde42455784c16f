/** The salon's form (document 1 §3, §5): its values, rules and what becomes of them. Messages are text keys. Pure. */
import { boolean, object, string } from 'yup';
import type { SalonConfig } from '#domain/records/salon-config.ts';
import { SALON_DEFAULTS } from '#domain/records/salon-config.ts';
import {
  CALENDAR_INTERVALS,
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
import type { Row } from '#schemas/registry.ts';

export interface SalonFormValues {
  name_bg: string;
  name_en: string;
  comment: string;
  language: Language;
  /** Minutes, held as text (document 1 §3). */
  interval_calendar: string;
  default_view: View;
  date_format: DateFormat;
  currency: Currency;
  no_show_policy: string | null;
  split_payment: boolean;
  timezone: string;
  any_barber: boolean;
  waiting_list: boolean;
}

export const INTERVAL_TEXTS = CALENDAR_INTERVALS.map(String);
/** The columns' own limit. */
const LONGEST_TEXT = 2000;

export const salonSchema = object({
  name_bg: string().trim().required('salon:name_bg_required'),
  name_en: string().trim().required('salon:name_en_required'),
  comment: string().max(LONGEST_TEXT, 'salon:too_long'),
  language: string().oneOf(LANGUAGES).required(),
  interval_calendar: string().oneOf(INTERVAL_TEXTS).required(),
  default_view: string().oneOf(VIEWS).required(),
  date_format: string().oneOf(DATE_FORMATS).required(),
  currency: string().oneOf(CURRENCIES).required(),
  no_show_policy: string().nullable().max(LONGEST_TEXT, 'salon:too_long'),
  split_payment: boolean().required(),
  timezone: string().required(),
  any_barber: boolean().required(),
  waiting_list: boolean().required(),
});

/** The first values of a new salon's form (document 1 §4): in Bulgarian, in whatever language the person sees the form. */
export const NEW_SALON: SalonFormValues = {
  name_bg: '',
  name_en: '',
  comment: '',
  language: SALON_DEFAULTS.language,
  interval_calendar: String(SALON_DEFAULTS.interval),
  default_view: SALON_DEFAULTS.defaultView,
  date_format: SALON_DEFAULTS.dateFormat,
  currency: SALON_DEFAULTS.currency,
  no_show_policy: null,
  split_payment: false,
  timezone: SALON_DEFAULTS.timezone,
  any_barber: false,
  waiting_list: false,
};

export interface SalonRecord {
  salon: Row<'salons'>;
  settings: Row<'salon_settings'> | null;
  effective: SalonConfig;
}

/** Returns the stored values as the form shows them: those of the settings' row first, then the salon's (document 1 §7). */
export function formValuesOf({ salon, settings, effective }: SalonRecord): SalonFormValues {
  return {
    name_bg: salon.name_bg,
    name_en: salon.name_en,
    comment: salon.comment ?? '',
    language: effective.language,
    interval_calendar: String(effective.interval),
    default_view: effective.defaultView,
    date_format: effective.dateFormat,
    currency: effective.currency,
    no_show_policy: settings ? settings.no_show_policy : salon.no_show_policy,
    split_payment: settings ? settings.split_payment : salon.split_payment,
    timezone: effective.timezone,
    any_barber: salon.any_barber,
    waiting_list: salon.waiting_list,
  };
}

/** The offered zones, and a stored one that is none of them: opening and saving changes nothing. */
export function zoneOptions(current: string): readonly string[] {
  return (TIME_ZONES as readonly string[]).includes(current) ? TIME_ZONES : [...TIME_ZONES, current];
}
