import * as yup from 'yup';
import { LONGEST_SERVICE_MINUTES } from '#domain/booking/service-duration.ts';
import {
  minutesTyped,
  type TimePart,
  type TimesField,
  type TypedTimes,
  timeParts,
  timesFaults,
  timesTyped,
} from '#domain/booking/typed-times.ts';
import { parseMoney } from '#domain/money/money.ts';
import { priceText, typedIn } from '#features/shared/price-field.tsx';
import type { Currency, Language } from '#schemas/constants.ts';
import { type OwnTerms, offerersText, ownTermsText, readOfferers, readOwnTerms } from '#schemas/own-terms.ts';
import type { LocalRow, Values } from '#schemas/registry.ts';

/** Document 2 §9: at least 5 minutes, in steps of 5. */
export const DURATION_STEP = 5;

export interface ServiceFormValues extends DetailsValues {
  name_bg: string;
  name_en: string;
  category: string;
  duration: string;
  price: string;
  currency: Currency;
  color: string;
  show_online: boolean;
  notes: string;
  /** The id of the room or chair; empty: none. */
  room_id: string;
}

/** The defaults of a new service (document 2 §9). */
export const newService = (currency: Currency): ServiceFormValues => ({
  name_bg: '',
  name_en: '',
  category: '',
  duration: '30',
  price: '0',
  currency,
  color: '#3498db',
  show_online: true,
  notes: '',
  room_id: '',
  ...NO_DETAILS,
});

export function serviceFormValues(row: LocalRow<'services'>, language: Language): ServiceFormValues {
  return {
    name_bg: row.name_bg ?? (row.name_en === row.name ? '' : row.name),
    name_en: row.name_en ?? '',
    category: row.category ?? '',
    duration: row.duration === null ? '' : String(row.duration),
    price: priceText(row.price, language),
    currency: row.currency,
    color: row.color,
    show_online: row.show_online,
    notes: row.notes ?? '',
    room_id: row.room_id ?? '',
    ...detailsOf(row, language),
  };
}

const minutesOf = (text: string | undefined) => (/^\d+$/.test(text?.trim() ?? '') ? Number(text) : Number.NaN);
const hasCents = (text: string | undefined) => /[.,]\d{3,}$/.test(text?.trim() ?? '');
const amountOf = (text: string | undefined) => parseMoney(text ?? '');

/** The three times are looked at together; each says what is wrong with itself. */
const timesField = (name: 'processing_after' | 'processing_minutes' | 'buffer_after') =>
  yup.string().test(name, (_, at) => {
    const message = timesErrors(at.parent as ServiceFormValues)[name];
    return message === undefined || at.createError({ message });
  });

/** Messages are text keys; the fields translate them. The name in the interface's language is required. */
export function serviceSchema(language: Language) {
  const name = yup.string().trim();
  return yup.object({
    name_bg: language === 'bg' ? name.required('services:name_required') : name,
    name_en: language === 'en' ? name.required('services:name_required') : name,
    duration: yup
      .string()
      .required('services:duration_required')
      .test('number', 'services:duration_required', (text) => Number.isFinite(minutesOf(text)))
      .test('least', 'services:duration_least', (text) => !(minutesOf(text) < DURATION_STEP))
      .test('most', 'services:duration_most', (text) => !(minutesOf(text) > LONGEST_SERVICE_MINUTES))
      .test('step', 'services:duration_step', (text) => !(minutesOf(text) % DURATION_STEP)),
    price: yup
      .string()
      .required('services:price_required')
      .test('number', 'services:price_required', (text) => amountOf(text) !== null)
      .test('least', 'services:price_least', (text) => (amountOf(text) ?? 0) >= 0)
      .test('step', 'services:price_step', (text) => !hasCents(text)),
    processing_after: timesField('processing_after'),
    processing_minutes: timesField('processing_minutes'),
    buffer_after: timesField('buffer_after'),
    own: yup.string().test('own', 'services:fix_errors', (_, at) => !isOwnWrong(at.parent as ServiceFormValues)),
    color: yup
      .string()
      .trim()
      .matches(/^#[0-9a-f]{6}$/i, 'services:color_invalid'),
  });
}

type ServiceChange = Pick<
  Values<'services'>,
  'name_bg' | 'name_en' | 'duration' | 'price' | 'currency' | 'category' | 'color' | 'show_online' | 'notes' | 'room_id'
> &
  ReturnType<typeof detailsChange>;

/** `name` follows from the two names when it is written. */
export function serviceChange(form: ServiceFormValues): ServiceChange {
  return {
    name_bg: form.name_bg.trim() || null,
    name_en: form.name_en.trim() || null,
    duration: minutesOf(form.duration),
    price: amountOf(form.price) ?? 0,
    currency: form.currency,
    category: form.category || null,
    color: form.color.trim().toLowerCase(),
    show_online: form.show_online,
    notes: form.notes.trim() || null,
    room_id: form.room_id || null,
    ...detailsChange(form),
  };
}

/**
 * The details of a service: when the client waits, what follows, who offers it, what differs with whom. The three times stand here
 * as they are typed, the two lists as text, so that a draft of the form can keep them.
 */
interface DetailsValues extends TypedTimes {
  /** JSON array of employees' ids; empty: everybody. */
  offered_by: string;
  /** JSON object, by employee: what was typed. */
  own: string;
}

export const NO_DETAILS: DetailsValues = {
  processing_after: '',
  processing_minutes: '',
  buffer_after: '',
  offered_by: '',
  own: '',
};

/** The values typed for one employee; an empty one means the service's own. */
interface OwnTyped {
  readonly duration: string;
  readonly price: string;
  /** Of the price; undefined where none was typed yet. */
  readonly currency?: Currency | undefined;
}

const NOTHING_OWN: OwnTyped = { duration: '', price: '' };
const STEP = 5;

const minutesText = (minutes: number) => (minutes > 0 ? String(minutes) : '');

function detailsOf(row: LocalRow<'services'>, language: Language): DetailsValues {
  const own = (row.own_terms && readOwnTerms(row.own_terms)) || [];
  const typed = own.map(({ resource, duration, price, currency }): [string, OwnTyped] => [
    resource,
    {
      duration: minutesText(duration ?? 0),
      ...(price === null || currency === null ? { price: '' } : { price: priceText(price, language), currency }),
    },
  ]);
  return {
    processing_after: row.processing_minutes > 0 ? minutesText(row.processing_after) : '',
    processing_minutes: minutesText(row.processing_minutes),
    buffer_after: minutesText(row.buffer_after),
    offered_by: row.resource_ids ?? '',
    own: typed.length > 0 ? JSON.stringify(Object.fromEntries(typed)) : '',
  };
}

/** Returns the ids of the employees who offer the service; null: everybody. */
export const offeredBy = (form: Pick<DetailsValues, 'offered_by'>): readonly string[] | null =>
  form.offered_by ? readOfferers(form.offered_by) : null;

/** With one more, or one fewer; nobody left is everybody. @param there who still works here: others offer nothing any more */
export function withOfferer(form: Pick<DetailsValues, 'offered_by'>, id: string, there: readonly string[]): string {
  const now = (offeredBy(form) ?? []).filter((one) => there.includes(one));
  return offerersText(now.includes(id) ? now.filter((one) => one !== id) : [...now, id]) ?? '';
}

/** Returns the typed values by employee. The text comes from the form itself or from a draft of it. */
function ownIn(form: Pick<DetailsValues, 'own'>): Record<string, OwnTyped> {
  return form.own ? (JSON.parse(form.own) as Record<string, OwnTyped>) : {};
}

export const ownOf = (form: Pick<DetailsValues, 'own'>, id: string): OwnTyped => ownIn(form)[id] ?? NOTHING_OWN;

export function withOwnTerms(form: Pick<DetailsValues, 'own'>, id: string, change: Partial<OwnTyped>): string {
  const all = { ...ownIn(form), [id]: { ...ownOf(form, id), ...change } };
  const said = Object.entries(all).filter(([, { duration, price }]) => duration !== '' || price !== '');
  return said.length > 0 ? JSON.stringify(Object.fromEntries(said)) : '';
}

/** Says if an employee's own price is in another currency than the salon's. */
export const hasOtherCurrency = ({ price, currency }: OwnTyped, salon: Currency): boolean =>
  price.trim() !== '' && currency !== undefined && currency !== salon;

/** With all own prices in the salon's currency. */
export function ownInCurrency(form: Pick<DetailsValues, 'own'>, salon: Currency, language: Language): string {
  const all = Object.entries(ownIn(form)).map(([id, own]): [string, OwnTyped] => [
    id,
    own.currency && hasOtherCurrency(own, salon)
      ? { ...own, price: typedIn(own.price, own.currency, salon, language), currency: salon }
      : own,
  ]);
  return all.length > 0 ? JSON.stringify(Object.fromEntries(all)) : '';
}

type Timed = TypedTimes & { readonly duration: string };

/** The text key of what is wrong with the waiting time, by the field beside which it is said. */
function timesErrors(form: Timed): Partial<Record<TimesField, string>> {
  const faults = Object.entries(timesFaults(form, minutesTyped(form.duration), STEP));
  return Object.fromEntries(faults.map(([field, fault]) => [field, `services:${fault}`]));
}

/** The text key of what is wrong with an employee's own minutes or price. */
export function ownErrors({ duration, price }: OwnTyped): { duration?: string; price?: string } {
  const errors: { duration?: string; price?: string } = {};
  const minutes = minutesTyped(duration);
  if (Number.isNaN(minutes)) errors.duration = 'services:duration_required';
  else if (minutes > LONGEST_SERVICE_MINUTES) errors.duration = 'services:duration_most';
  else if (minutes % STEP !== 0) errors.duration = 'services:duration_step';
  const amount = parseMoney(price);
  if (price.trim() !== '' && amount === null) errors.price = 'services:price_required';
  else if (amount !== null && amount < 0) errors.price = 'services:price_least';
  else if (/[.,]\d{3,}$/.test(price.trim())) errors.price = 'services:price_step';
  return errors;
}

const isWrong = (typed: OwnTyped): boolean => Object.keys(ownErrors(typed)).length > 0;

/** Says if a value typed for an employee who offers the service is wrong; those of others are not shown. */
function isOwnWrong(form: Pick<DetailsValues, 'own' | 'offered_by'>): boolean {
  const offering = offeredBy(form);
  return Object.entries(ownIn(form)).some(([id, typed]) => (offering?.includes(id) ?? true) && isWrong(typed));
}

/** Says if any of the details is filled in. */
export const hasDetails = (form: DetailsValues): boolean =>
  (Object.keys(NO_DETAILS) as (keyof DetailsValues)[]).some((field) => form[field] !== '');

/** The parts of the booking in their order, for the picture; null while the fields do not fit together. */
export function timePartsOf(form: Timed): readonly TimePart[] | null {
  const whole = minutesTyped(form.duration);
  if (!(whole > 0) || Object.keys(timesErrors(form)).length > 0) return null;
  return timeParts(whole, timesTyped(form));
}

/** Of the form, as the row keeps it; `currency` is that of its price. */
function detailsChange(
  form: DetailsValues & { readonly currency: Currency },
): Pick<Values<'services'>, 'processing_after' | 'processing_minutes' | 'buffer_after' | 'resource_ids' | 'own_terms'> {
  const terms = Object.entries(ownIn(form))
    .filter(([, typed]) => !isWrong(typed))
    .map(([resource, typed]): OwnTerms => {
      const price = parseMoney(typed.price);
      const currency = price === null ? null : (typed.currency ?? form.currency);
      return { resource, duration: minutesTyped(typed.duration) || null, price, currency };
    });
  return { ...timesTyped(form), resource_ids: form.offered_by || null, own_terms: ownTermsText(terms) };
}
