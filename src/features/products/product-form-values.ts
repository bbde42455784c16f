import * as yup from 'yup';
import { parseMoney } from '#domain/money/money.ts';
import { priceText } from '#features/shared/price-field.tsx';
import { namedUnit } from '#features/shared/units.ts';
import type { Currency, Language } from '#schemas/constants.ts';
import type { LocalRow, Values } from '#schemas/registry.ts';

export interface ProductFormValues {
  name: string;
  barcode: string;
  group_id: string;
  supply_price: string;
  supply_currency: Currency;
  sale_price: string;
  /** Of the sale price. */
  currency: Currency;
  quantity: string;
  /** One of UNITS, or OWN_UNIT. */
  unit: string;
  own_unit: string;
  low_stock_at: string;
  notes: string;
}

/** The choice behind which a unit of one's own is typed. */
export const OWN_UNIT = 'own';

export const newProduct = (currency: Currency): ProductFormValues => ({
  name: '',
  barcode: '',
  group_id: '',
  supply_price: '',
  supply_currency: currency,
  sale_price: '',
  currency,
  quantity: '0',
  unit: 'g',
  own_unit: '',
  low_stock_at: '',
  notes: '',
});

/** @param salon what a supply price is in that was not typed yet */
export function productFormValues(row: LocalRow<'products'>, language: Language, salon: Currency): ProductFormValues {
  return {
    name: row.name,
    barcode: row.barcode ?? '',
    group_id: row.group_id ?? '',
    supply_price: row.supply_price === null ? '' : priceText(row.supply_price, language),
    supply_currency: row.supply_currency ?? salon,
    sale_price: priceText(row.sale_price, language),
    currency: row.currency,
    quantity: String(row.quantity),
    unit: namedUnit(row.unit) ?? OWN_UNIT,
    own_unit: namedUnit(row.unit) ? '' : row.unit,
    low_stock_at: row.low_stock_at === null ? '' : String(row.low_stock_at),
    notes: row.notes ?? '',
  };
}

const hasCents = (text: string | undefined) => /[.,]\d{3,}$/.test(text?.trim() ?? '');
const amountOf = (text: string | undefined) => parseMoney(text ?? '');
const wholeOf = (text: string | undefined) => (/^-?\d+$/.test(text?.trim() ?? '') ? Number(text) : Number.NaN);

const price = () =>
  yup
    .string()
    .test('number', 'products:price_number', (text) => !text?.trim() || amountOf(text) !== null)
    .test('least', 'products:price_least', (text) => (amountOf(text) ?? 0) >= 0)
    .test('step', 'products:price_step', (text) => !hasCents(text));

/** Messages are text keys; the fields translate them (document 2 §5). */
export const productSchema = yup.object({
  name: yup.string().trim().required('products:name_required'),
  sale_price: price().required('products:sale_price_required'),
  supply_price: price(),
  quantity: yup
    .string()
    .test('whole', 'products:quantity_whole', (text) => Number.isFinite(wholeOf(text)))
    .test('least', 'products:quantity_least', (text) => !(wholeOf(text) < 0)),
  low_stock_at: yup
    .string()
    .test('whole', 'products:quantity_whole', (text) => !text?.trim() || Number.isFinite(wholeOf(text)))
    .test('least', 'products:quantity_least', (text) => !(wholeOf(text) < 0)),
  own_unit: yup
    .string()
    .test('own', 'products:unit_required', (text, { parent }) => parent.unit !== OWN_UNIT || Boolean(text?.trim())),
});

type ProductChange = Pick<
  Values<'products'>,
  | 'name'
  | 'barcode'
  | 'group_id'
  | 'supply_price'
  | 'supply_currency'
  | 'sale_price'
  | 'currency'
  | 'quantity'
  | 'unit'
  | 'low_stock_at'
  | 'notes'
>;

export function productChange(form: ProductFormValues): ProductChange {
  const supply = amountOf(form.supply_price);
  return {
    name: form.name.trim(),
    barcode: form.barcode.trim() || null,
    group_id: form.group_id || null,
    supply_price: supply,
    supply_currency: supply === null ? null : form.supply_currency,
    sale_price: amountOf(form.sale_price) ?? 0,
    currency: form.currency,
    quantity: wholeOf(form.quantity),
    unit: form.unit === OWN_UNIT ? (namedUnit(form.own_unit.trim()) ?? form.own_unit.trim()) : form.unit,
    low_stock_at: form.low_stock_at.trim() ? wholeOf(form.low_stock_at) : null,
    notes: form.notes.trim() || null,
  };
}
