import * as yup from 'yup';
import { parseMoney } from '#domain/money.ts';
import { LONGEST_SERVICE_MINUTES } from '#domain/service-duration.ts';
import { priceText } from '#features/price-field.tsx';
import type { Currency, Language } from '#schemas/constants.ts';
import type { LocalRow, Values } from '#schemas/registry.ts';
import { type DetailsValues, detailsChange, detailsOf, isOwnWrong, NO_DETAILS, timesErrors } from './service-details-values.ts';

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
  'name_bg' | 'name_en' | 'duration' | 'price' | 'currency' | 'category' | 'color' | 'show_online'
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
    ...detailsChange(form),
  };
}
