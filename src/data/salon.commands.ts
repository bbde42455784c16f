/** The saves of the salon's screen. Creating a salon needs the server and is the session's. */
import { changedOnly } from '#domain/records/changed-only.ts';
import { Refusal } from '#domain/records/refusal.ts';
import { CALENDAR_INTERVALS, LANGUAGES, VIEWS } from '#schemas/constants.ts';
import type { LocalRow, Values } from '#schemas/registry.ts';
import { type ClosedDays, closedDaysText, readClosedDays } from '#schemas/salon-days.ts';
import { insideOf } from './inside-replica.ts';
import type { OpenReplica } from './open-replica.ts';
import { changeOf, rowNow, type UndoOutcome } from './row-writes.ts';

/** The salon form's fields (document 1 §3); the interval is held as text in the form. */
export type SalonForm = Omit<Values<'salons'>, 'interval_calendar' | 'deleted' | 'owner_id' | 'is_complete'> & {
  readonly interval_calendar: number | string;
};

const textOrNull = (text: string | null) => text?.trim() || null;

type SalonRows = { salon: Partial<Values<'salons'>>; settings: Partial<Values<'salon_settings'>> };

/**
 * Returns the two rows that hold a salon's settings, from the form (document 1 §7). @throws Refusal for values that document 1 §5
 * refuses.
 */
export function salonValues(form: SalonForm): SalonRows {
  if (!form.name_bg.trim()) throw new Refusal('name_bg_required', 'name_bg');
  if (!form.name_en.trim()) throw new Refusal('name_en_required', 'name_en');
  if (!CALENDAR_INTERVALS.some((minutes) => minutes === Number(form.interval_calendar))) {
    throw new Refusal('time_invalid', 'interval_calendar');
  }
  if (!LANGUAGES.includes(form.language)) throw new Refusal('all_fields_required', 'language');
  if (!VIEWS.includes(form.default_view)) throw new Refusal('all_fields_required', 'default_view');
  return rowsOf(form);
}

function rowsOf(form: SalonForm): SalonRows {
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
  const interval = Number(form.interval_calendar);
  return {
    salon: { ...shared, ...own, language, any_barber, waiting_list, interval_calendar: interval },
    settings: { ...shared, calendar_interval: interval },
  };
}

/** Returns the salon's own row. @throws Refusal `salon_required` while it is not on this device. */
async function salonNow(replica: OpenReplica): Promise<LocalRow<'salons'>> {
  const salon = await rowNow(replica, 'salons', String(replica.salonId));
  if (!salon) throw new Refusal('salon_required');
  return salon;
}

/**
 * Saves the form into `salons` and `salon_settings`, which is made if it is not there (document 1 §7), in one call.
 * @param opened the values that the form opened with: of rows that are there only changed fields are written, so that another
 *   device's save of other fields stands. Without it all fields are written.
 * @throws Refusal `salon_required` while the salon's own row is not on this device; those of `salonValues`.
 */
export async function updateSalon(replica: OpenReplica, form: SalonForm, opened?: SalonForm): Promise<void> {
  const now = salonValues(form);
  const id = String(replica.salonId);
  await salonNow(replica);
  const before = opened && rowsOf(opened);
  const salon = before ? changedOnly(before.salon, now.salon) : now.salon;
  const known = before && (await rowNow(replica, 'salon_settings', id));
  const settings = known ? changedOnly(before.settings, now.settings) : now.settings;
  const changes = [changeOf('salons', id, salon), changeOf('salon_settings', id, settings)];
  await insideOf(replica).write(changes.filter(({ change }) => Object.keys(change).length > 0));
}

/** The values that the salon's page saves alone: each is one decision, in the canonical text of salon-days.ts or rooms.ts; null takes it away. */
export type SalonTextsChange = Partial<Pick<Values<'salon_settings'>, 'opening_hours' | 'closed_days' | 'rooms'>>;

/** A save of them, as an undo needs it. */
export interface SalonTextsEdit {
  readonly before: SalonTextsChange;
  readonly after: SalonTextsChange;
}

/** Returns the settings that a salon without a row of its own goes by: a new row must not change them. */
function settingsOf(salon: Values<'salons'>): Partial<Values<'salon_settings'>> {
  const { timezone, default_view, date_format, currency, split_payment, no_show_policy, interval_calendar } = salon;
  return { timezone, default_view, date_format, currency, split_payment, no_show_policy, calendar_interval: interval_calendar };
}

/**
 * Saves opening hours, closed days or rooms, and leaves all other settings. `salon_settings` is made if it is not there.
 * @returns what an undo needs
 * @throws Refusal `salon_required` while neither its settings nor the salon's own row are on this device. InvalidValueError for a text
 *   that is none.
 */
export async function updateSalonTexts(replica: OpenReplica, change: SalonTextsChange): Promise<SalonTextsEdit> {
  const id = String(replica.salonId);
  const settings = await rowNow(replica, 'salon_settings', id);
  const written = settings ? change : { ...settingsOf(await salonNow(replica)), ...change };
  await insideOf(replica).write([changeOf('salon_settings', id, written)]);
  const now = await rowNow(replica, 'salon_settings', id);
  const of = (row: typeof now): SalonTextsChange => ({
    ...('opening_hours' in change ? { opening_hours: row?.opening_hours ?? null } : {}),
    ...('closed_days' in change ? { closed_days: row?.closed_days ?? null } : {}),
    ...('rooms' in change ? { rooms: row?.rooms ?? null } : {}),
  });
  return { before: of(settings), after: of(now) };
}

/**
 * Changes the closed days as they stand on this device now, so that what another device has added meanwhile stays.
 * @throws as `updateSalonTexts` does
 */
export async function changeClosedDays(
  replica: OpenReplica,
  make: (days: readonly ClosedDays[]) => readonly ClosedDays[],
): Promise<SalonTextsEdit> {
  const now = (await rowNow(replica, 'salon_settings', String(replica.salonId)))?.closed_days ?? null;
  return updateSalonTexts(replica, { closed_days: closedDaysText(make((now && readClosedDays(now)) || [])) });
}

/** Takes a save of opening hours, closed days or rooms back, unless somebody has set others since: then nothing is written. */
export async function undoSalonTexts(replica: OpenReplica, { before, after }: SalonTextsEdit): Promise<UndoOutcome> {
  const id = String(replica.salonId);
  const now = await rowNow(replica, 'salon_settings', id);
  if (!now) return 'gone';
  const columns = Object.keys(after) as (keyof SalonTextsChange)[];
  if (columns.some((column) => now[column] !== after[column])) return 'changed';
  await insideOf(replica).write([changeOf('salon_settings', id, before)]);
  return 'undone';
}
