/** What a service says beyond its duration and price: when the client waits, what follows, who offers it, what differs with whom. */
import { parseMoney } from '#domain/money.ts';
import { LONGEST_SERVICE_MINUTES } from '#domain/service-duration.ts';
import type { Language } from '#schemas/constants.ts';
import { MOST_BUFFER } from '#schemas/events.ts';
import { type OwnTerms, offerersText, ownTermsText, readOfferers, readOwnTerms } from '#schemas/offers.ts';
import type { LocalRow, Values } from '#schemas/registry.ts';

/** Minutes as they are typed, empty for none; the two lists as text, so that a draft of the form can keep them. */
export interface DetailsValues {
  processing_after: string;
  processing_minutes: string;
  buffer_after: string;
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

/** What is typed for one employee; empty: as the service has it. */
export interface OwnTyped {
  readonly duration: string;
  readonly price: string;
}

const NOTHING_OWN: OwnTyped = { duration: '', price: '' };
const STEP = 5;

/** A whole number of minutes as typed; 0 for an empty field (undefined, where formik asks), NaN for anything else. */
const minutesIn = (text = '') => (text.trim() === '' ? 0 : /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);

/** An amount as a person writes it in a field. */
export const priceText = (price: number, language: Language) => price.toFixed(2).replace('.', language === 'bg' ? ',' : '.');

const minutesText = (minutes: number) => (minutes > 0 ? String(minutes) : '');

export function detailsOf(row: LocalRow<'services'>, language: Language): DetailsValues {
  const own = (row.own_terms && readOwnTerms(row.own_terms)) || [];
  const typed = own.map(({ resource, duration, price }): [string, OwnTyped] => [
    resource,
    { duration: minutesText(duration ?? 0), price: price === null ? '' : priceText(price, language) },
  ]);
  return {
    processing_after: row.processing_minutes > 0 ? minutesText(row.processing_after) : '',
    processing_minutes: minutesText(row.processing_minutes),
    buffer_after: minutesText(row.buffer_after),
    offered_by: row.resource_ids ?? '',
    own: typed.length > 0 ? JSON.stringify(Object.fromEntries(typed)) : '',
  };
}

/** Who offers it; null: everybody. */
export const offeredBy = (form: Pick<DetailsValues, 'offered_by'>): readonly string[] | null =>
  form.offered_by ? readOfferers(form.offered_by) : null;

/** With one more, or one fewer; nobody left is everybody. */
export function withOfferer(form: Pick<DetailsValues, 'offered_by'>, id: string): string {
  const now = offeredBy(form) ?? [];
  return offerersText(now.includes(id) ? now.filter((one) => one !== id) : [...now, id]) ?? '';
}

/** What is typed by employee. The text is the form's own, or a draft's of this form. */
function ownIn(form: Pick<DetailsValues, 'own'>): Record<string, OwnTyped> {
  return form.own ? (JSON.parse(form.own) as Record<string, OwnTyped>) : {};
}

export const ownOf = (form: Pick<DetailsValues, 'own'>, id: string): OwnTyped => ownIn(form)[id] ?? NOTHING_OWN;

export function withOwn(form: Pick<DetailsValues, 'own'>, id: string, change: Partial<OwnTyped>): string {
  const all = { ...ownIn(form), [id]: { ...ownOf(form, id), ...change } };
  const said = Object.entries(all).filter(([, { duration, price }]) => duration !== '' || price !== '');
  return said.length > 0 ? JSON.stringify(Object.fromEntries(said)) : '';
}

type Timed = Pick<DetailsValues, 'processing_after' | 'processing_minutes' | 'buffer_after'> & { readonly duration: string };

/** The text key of what is wrong with the waiting time, by the field beside which it is said. */
export function timesErrors(form: Timed): Partial<Record<'processing_after' | 'processing_minutes' | 'buffer_after', string>> {
  const [after, wait, buffer] = [form.processing_after, form.processing_minutes, form.buffer_after].map(minutesIn);
  const errors: ReturnType<typeof timesErrors> = {};
  const wrong = (minutes = 0) =>
    Number.isNaN(minutes) ? 'services:times_number' : minutes % STEP === 0 ? '' : 'services:duration_step';
  if (wrong(after)) errors.processing_after = wrong(after);
  if (wrong(wait)) errors.processing_minutes = wrong(wait);
  if (wrong(buffer)) errors.buffer_after = wrong(buffer);
  if (after && wait === 0) errors.processing_minutes ??= 'services:processing_required';
  if (wait && after === 0) errors.processing_after ??= 'services:processing_after_required';
  const whole = minutesIn(form.duration);
  if (after && wait && whole > 0 && after + wait >= whole) errors.processing_minutes ??= 'services:processing_beyond';
  if (buffer && buffer > MOST_BUFFER) errors.buffer_after ??= 'services:buffer_most';
  return errors;
}

/** The text key of what is wrong with an employee's own minutes or price. */
export function ownErrors({ duration, price }: OwnTyped): Partial<OwnTyped> {
  const errors: { duration?: string; price?: string } = {};
  const minutes = minutesIn(duration);
  if (Number.isNaN(minutes)) errors.duration = 'services:duration_required';
  else if (minutes > LONGEST_SERVICE_MINUTES) errors.duration = 'services:duration_most';
  else if (minutes % STEP !== 0) errors.duration = 'services:duration_step';
  const amount = parseMoney(price);
  if (price.trim() !== '' && amount === null) errors.price = 'services:price_required';
  else if (amount !== null && amount < 0) errors.price = 'services:price_least';
  else if (/[.,]\d{3,}$/.test(price.trim())) errors.price = 'services:price_step';
  return errors;
}

/** Whether something typed for an employee is wrong. */
export const isOwnWrong = (form: Pick<DetailsValues, 'own'>): boolean =>
  Object.values(ownIn(form)).some((typed) => Object.keys(ownErrors(typed)).length > 0);

/** Whether the service uses any of it. */
export const hasDetails = (form: DetailsValues): boolean =>
  (Object.keys(NO_DETAILS) as (keyof DetailsValues)[]).some((field) => form[field] !== '');

/** A part of the time that a booking takes, for the picture. */
export interface StretchPart {
  readonly kind: 'work' | 'wait' | 'clean';
  /** Minutes from the start. */
  readonly from: number;
  readonly minutes: number;
}

/** The parts in their order; null while the fields do not fit together. */
export function stretchOf(form: Timed): readonly StretchPart[] | null {
  const whole = minutesIn(form.duration);
  if (!(whole > 0) || Object.keys(timesErrors(form)).length > 0) return null;
  const [after = 0, wait = 0, buffer = 0] = [form.processing_after, form.processing_minutes, form.buffer_after].map(minutesIn);
  const parts: StretchPart[] = [{ kind: 'work', from: 0, minutes: wait > 0 ? after : whole }];
  if (wait > 0) {
    const back = after + wait;
    parts.push({ kind: 'wait', from: after, minutes: wait }, { kind: 'work', from: back, minutes: whole - back });
  }
  if (buffer > 0) parts.push({ kind: 'clean', from: whole, minutes: buffer });
  return parts;
}

/** Of the form, as the row keeps it. */
export function detailsChange(
  form: DetailsValues,
): Pick<Values<'services'>, 'processing_after' | 'processing_minutes' | 'buffer_after' | 'resource_ids' | 'own_terms'> {
  const terms = Object.entries(ownIn(form)).map(
    ([resource, typed]): OwnTerms => ({ resource, duration: minutesIn(typed.duration) || null, price: parseMoney(typed.price) }),
  );
  return {
    processing_after: minutesIn(form.processing_after),
    processing_minutes: minutesIn(form.processing_minutes),
    buffer_after: minutesIn(form.buffer_after),
    resource_ids: form.offered_by || null,
    own_terms: ownTermsText(terms),
  };
}
