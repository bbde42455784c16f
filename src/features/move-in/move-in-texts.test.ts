import { expect, test } from 'vitest';
import type { ImportTable, RowFate } from '#data/imports/import-batches.ts';
import type { AllDayUse, CalendarUse, Decision } from '#domain/imports/appointments/planned-appointment.ts';
import { CLIENT_FIELDS } from '#domain/imports/client-import-columns.ts';
import type { ImportKind } from '#domain/imports/guess-kind.ts';
import type { KnownBy, LeftOutReason, RowHint, WrongReason } from '#domain/imports/import-rows.ts';
import type { Look } from '#domain/imports/looks.ts';
import { PRODUCT_FIELDS } from '#domain/imports/product-import.ts';
import { TEXT_ENCODINGS } from '#domain/imports/read-table.ts';
import { SERVICE_FIELDS } from '#domain/imports/service-import.ts';
import bgClients from '#i18n/bg/clients.json';
import bg from '#i18n/bg/move-in.json';
import bgProducts from '#i18n/bg/products.json';
import bgServices from '#i18n/bg/services.json';
import enClients from '#i18n/en/clients.json';
import en from '#i18n/en/move-in.json';
import enProducts from '#i18n/en/products.json';
import enServices from '#i18n/en/services.json';
import { LANGUAGES } from '#schemas/constants.ts';
import type { RowKindName } from './parts.ts';
import type { SourceFault } from './read-source.ts';

/** All values of a type. */
const all = <T extends string>(values: Readonly<Record<T, true>>): readonly string[] => Object.keys(values);

const TABLES = all<ImportTable>({ clients: true, services: true, products: true, events: true });

/** The texts that end with a value of a type; each value has one, and there is no other. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  left_out_: all<LeftOutReason>({
    ...{ another: true, unread: true, part: true, day_and_month: true, rounded: true, rounded_up: true },
    ...{ below_zero: true, cut: true },
  }),
  wrong_: all<WrongReason>({ no_name: true, no_price: true }),
  hint_: all<RowHint<never>['kind']>({ phone_long: true, phone_short: true, same_name: true, same_name_above: true }),
  known_by_: all<KnownBy>({ phone: true, email: true, name_and_birth: true, name: true, barcode: true }),
  repeated_: all<RowKindName>({ clients: true, services: true, products: true }),
  fate_: all<RowFate>({
    ...{ new: true, known: true, repeated: true, wrong: true, no_time: true, too_long: true, beyond: true, changed: true },
    ...{ same: true, moved_here: true, deleted_here: true, taken_back: true, stays: true, cancelled: true, past: true },
    ...{ gone: true, no_employee: true, left_out: true },
  }),
  kind_: all<ImportKind>({ clients: true, services: true, products: true, appointments: true }),
  untaken_: all<Look>({ phone: true, email: true, date: true, price: true }),
  use_: all<CalendarUse>({ guess: true, appointments: true, blocking: true, left_out: true }),
  all_day_: all<AllDayUse>({ guess: true, time_off: true, blocking: true, left_out: true }),
  decision_: all<Decision>({ place: true, client: true, service: true, price: true, status: true }),
  'faults.': all<SourceFault>({
    ...{ unreadable: true, bytes: true, rows: true, columns: true, cells: true, empty: true, pdf: true, picture: true },
    ...{ old_excel: true, protected_excel: true, broken_excel: true, numbers: true, open_document: true, word: true },
    ...{ zip: true, database: true, other: true },
  }),
  'encodings.': TEXT_ENCODINGS,
  writing_: TABLES,
  undoing_: TABLES,
  undo_body_: TABLES,
  undone_kept_: TABLES,
  to_: TABLES,
};

/** Texts that begin as those of a family and are none of it. */
const OTHERS = ['use_of'];

const keysIn = (texts: object, before = ''): string[] =>
  Object.entries(texts).flatMap(([key, text]: [string, unknown]) =>
    typeof text === 'object' && text ? keysIn(text, `${before}${key}.`) : [`${before}${key}`.replace(/_(?:one|other)$/, '')],
  );

test.each(LANGUAGES)('in %s each reason, hint, fault and fate has a text, and there is none for anything else', (language) => {
  const keys = new Set(keysIn(language === 'bg' ? bg : en).filter((key) => !OTHERS.includes(key)));
  for (const [begin, values] of Object.entries(FAMILIES))
    expect([...keys].filter((key) => key.startsWith(begin)).sort()).toEqual(values.map((value) => begin + value).sort());
});

const FIELD_NAMES = {
  bg: { clients: bgClients, services: bgServices, products: bgProducts },
  en: { clients: enClients, services: enServices, products: enProducts },
};

test.each(LANGUAGES)('in %s each field that a column is read into has a name', (language) => {
  const { clients, services, products } = FIELD_NAMES[language];
  const nameless = (names: object, fields: readonly string[]) => fields.filter((field) => !(field in names));
  expect(
    nameless(
      clients,
      CLIENT_FIELDS.filter((field) => field !== 'name'),
    ),
  ).toEqual([]); // `whole_name` is of these texts
  expect(nameless(services, SERVICE_FIELDS)).toEqual([]);
  expect(
    nameless(
      products,
      PRODUCT_FIELDS.map((field) => (field === 'low_stock_at' ? 'threshold' : field)),
    ),
  ).toEqual([]);
});
