/** The part of moving in that differs by table: its columns, the judging of its rows, and the words for them. */
import type { TFunction } from 'i18next';
import type { ImportedRows } from '#data/imports/import-batches.ts';
import { serviceName } from '#domain/booking/service-duration.ts';
import { CLIENT_FIELDS, type ClientField, guessClientColumns } from '#domain/imports/client-import-columns.ts';
import { judgingClients } from '#domain/imports/client-import-rows.ts';
import type { ColumnMapping } from '#domain/imports/import-columns.ts';
import type { JudgedRow } from '#domain/imports/import-rows.ts';
import { guessProductColumns, judgingProducts, PRODUCT_FIELDS, type ProductField } from '#domain/imports/product-import.ts';
import { guessServiceColumns, judgingServices, SERVICE_FIELDS, type ServiceField } from '#domain/imports/service-import.ts';
import type { Steps } from '#domain/imports/steps.ts';
import { amountText } from '#domain/money/amount-text.ts';
import { formatMoney } from '#domain/money/money.ts';
import { clientName, fullName } from '#domain/people/names.ts';
import { displayPhone } from '#domain/people/phones.ts';
import type { LocalDate } from '#domain/time/time.ts';
import { unitText } from '#features/shared/units.ts';
import { i18n } from '#i18n/i18n.ts';
import type { Currency, Language } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { RowKindName, TablePart } from './parts.ts';

/** The salon as it was when the files were chosen. What another device changes meanwhile counts for the next files. */
export interface SalonSnapshot {
  readonly clients: readonly LocalRow<'clients'>[];
  readonly services: readonly LocalRow<'services'>[];
  readonly products: readonly LocalRow<'products'>[];
  /** The currency of plain prices. */
  readonly currency: Currency;
  readonly language: Language;
  /** True if dates usually begin with the month. */
  readonly monthFirst: boolean;
  readonly today: LocalDate;
  /** The salon's time zone (IANA name). */
  readonly zone: string;
}

/** A known record: a row of the salon, or, with an empty id, one that another file is going to make. */
export interface KnownRow {
  readonly id: string;
}

export interface Words {
  readonly t: TFunction<['move-in', 'clients', 'services', 'products']>;
  readonly language: Language;
}

export type RecordValue = ImportedRows[RowKindName];
export type JudgedRecord = JudgedRow<RecordValue, KnownRow>;

/** The functions for the rows of one table. They take only rows of their own table. */
interface RowKind<V> {
  readonly fields: readonly string[];
  /** The fields into which columns of these looks are imported. */
  readonly looks: Readonly<Partial<Record<'phone' | 'email' | 'date' | 'price', string>>>;
  fieldText(field: string, words: Words): string;
  guess(rows: readonly (readonly string[])[], salon: SalonSnapshot): ColumnMapping;
  /** Judges the rows in steps. @param before the rows that the files before it bring */
  judging(
    rows: readonly (readonly string[])[],
    choices: Pick<TablePart, 'columns' | 'withoutPriceIsZero'>,
    salon: SalonSnapshot,
    before: readonly V[],
  ): Steps<readonly JudgedRow<V, KnownRow>[]>;
  /** A row in words; the name is empty where it has none. */
  say(value: V, words: Words): { readonly name: string; readonly detail: readonly (string | null)[] };
  /** Returns the name and the path of a known row. The path is null if only another file has it. */
  linkOf(known: KnownRow, words: Words): { readonly name: string; readonly to: string | null };
}

const pathOf = (path: string, { id }: KnownRow) => (id === '' ? null : `${path}${id}`);

type KnownClient = Pick<
  LocalRow<'clients'>,
  'id' | 'name' | 'first_name' | 'last_name' | 'phone' | 'email' | 'birth_date' | 'notes'
>;
type KnownService = Pick<LocalRow<'services'>, 'id' | 'name' | 'name_bg' | 'name_en' | 'category'>;
type KnownProduct = Pick<LocalRow<'products'>, 'id' | 'name' | 'barcode'>;

const clients: RowKind<ImportedRows['clients']> = {
  fields: CLIENT_FIELDS,
  looks: { phone: 'phone', email: 'email', date: 'birth_date' },
  fieldText: (field, { t }) => (field === 'name' ? t('move-in:whole_name') : t(`clients:${field}`)),
  guess: (rows) => guessClientColumns(rows),
  judging(rows, { columns }, salon, before) {
    const coming = before.map((client): KnownClient => ({ ...client, id: '', name: null }));
    const known: readonly KnownClient[] = [...salon.clients, ...coming];
    return judgingClients(rows, columns as ColumnMapping<ClientField>, known, salon);
  },
  say: (client) => ({
    name: fullName(client.first_name, client.last_name),
    detail: [displayPhone(client.phone), client.email, client.city],
  }),
  linkOf: (known) => ({ name: clientName(known as KnownClient), to: pathOf('/clients/', known) }),
};

const services: RowKind<ImportedRows['services']> = {
  fields: SERVICE_FIELDS,
  looks: { price: 'price' },
  fieldText: (field, { t }) => t(`services:${field}`),
  guess: (rows, { language }) => guessServiceColumns(rows, language),
  judging(rows, { columns, withoutPriceIsZero }, salon, before) {
    const coming = before.map((service): KnownService => ({ ...service, id: '', name: '' }));
    const known: readonly KnownService[] = [...salon.services, ...coming];
    const own = columns as ColumnMapping<ServiceField>;
    return judgingServices(rows, { columns: own, currency: salon.currency, withoutPriceIsZero }, known);
  },
  say: (service, { t, language }) => ({
    name: serviceName({ ...service, name: '' }, language),
    detail: [
      service.category,
      service.duration === null ? null : `${service.duration} ${t('services:minutes')}`,
      formatMoney(service.price, service.currency, language),
      service.show_online ? null : t('services:hidden_online'),
    ],
  }),
  linkOf: (known, { language }) => ({
    name: serviceName(known as KnownService, language),
    to: pathOf('/services/edit/', known),
  }),
};

const products: RowKind<ImportedRows['products']> = {
  fields: PRODUCT_FIELDS,
  looks: { price: 'sale_price' },
  fieldText: (field, { t }) => t(`products:${field === 'low_stock_at' ? 'threshold' : field}`),
  guess: (rows) => guessProductColumns(rows),
  judging(rows, { columns, withoutPriceIsZero }, salon, before) {
    const coming = before.map((product): KnownProduct => ({ ...product, id: '' }));
    const known: readonly KnownProduct[] = [...salon.products, ...coming];
    const own = columns as ColumnMapping<ProductField>;
    return judgingProducts(rows, { columns: own, currency: salon.currency, withoutPriceIsZero }, known);
  },
  say: (product, { t, language }) => ({
    name: product.name,
    detail: [
      product.barcode,
      product.group,
      `${amountText(product.quantity, language)} ${unitText(product.unit ?? '', i18n.getFixedT(language, 'products'))}`,
      product.supply_price === null
        ? null
        : t('products:supply_phone', { price: formatMoney(product.supply_price, product.supply_currency, language) }),
      formatMoney(product.sale_price, product.currency, language),
    ],
  }),
  linkOf: (known) => ({ name: (known as KnownProduct).name, to: pathOf('/products/edit/', known) }),
};

const ROW_KINDS: { readonly [N in RowKindName]: RowKind<ImportedRows[N]> } = { clients, services, products };

/** Returns the functions for the rows of a table. The rows of a part belong to its own table. */
export const rowKind = (kind: RowKindName): RowKind<RecordValue> => ROW_KINDS[kind] as RowKind<RecordValue>;
