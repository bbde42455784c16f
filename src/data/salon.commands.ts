/** The salon screen's save. Creating a salon needs the server and is the session's. */
import { Refusal } from '#domain/refusal.ts';
import { CALENDAR_INTERVALS, LANGUAGES, VIEWS } from '#schemas/constants.ts';
import type { Values } from '#schemas/registry.ts';
import type { Replica } from '#sync/replica.ts';
import { changeOf, rowNow } from './row-writes.ts';

/** The salon form's fields (document 1 §3); the interval is held as text in the form. */
export type SalonForm = Omit<Values<'salons'>, 'interval_calendar' | 'deleted' | 'owner_id' | 'is_complete'> & {
  readonly interval_calendar: number | string;
};

const textOrNull = (text: string | null) => text?.trim() || null;

/** The two rows that hold a salon's settings, from the form (document 1 §7). @throws Refusal for what §5 refuses. */
export function salonValues(form: SalonForm): { salon: Partial<Values<'salons'>>; settings: Partial<Values<'salon_settings'>> } {
  if (!form.name_bg.trim()) throw new Refusal('name_bg_required', 'name_bg');
  if (!form.name_en.trim()) throw new Refusal('name_en_required', 'name_en');
  const interval = CALENDAR_INTERVALS.find((minutes) => minutes === Number(form.interval_calendar));
  if (!interval) throw new Refusal('time_invalid', 'interval_calendar');
  if (!LANGUAGES.includes(form.language)) throw new Refusal('all_fields_required', 'language');
  if (!VIEWS.includes(form.default_view)) throw new Refusal('all_fields_required', 'default_view');
  const { timezone, default_view, date_format, currency, split_payment } = form;
  const shared = {
    timezone,
    default_view,
    date_format,
    currency,
    split_payment,
    no_show_policy: textOrNull(form.no_show_policy),
  };
  const { language, any_barber, waiting_list } = form;
  const own = { name_bg: form.name_bg.trim(), name_en: form.name_en.trim(), comment: textOrNull(form.comment) };
  return {
    salon: { ...shared, ...own, language, any_barber, waiting_list, interval_calendar: interval },
    settings: { ...shared, calendar_interval: interval },
  };
}

/**
 * Saves the form into `salons` and `salon_settings`, which is made if it is not there (document 1 §7), in one call.
 * @throws Refusal `salon_required` while the salon's own row is not on this device; those of `salonValues`.
 */
export async function updateSalon(replica: Replica, form: SalonForm): Promise<void> {
  const { salon, settings } = salonValues(form);
  const id = String(replica.salonId);
  if (!(await rowNow(replica, 'salons', id))) throw new Refusal('salon_required');
  await replica.write([changeOf('salons', id, salon), changeOf('salon_settings', id, settings)]);
}
