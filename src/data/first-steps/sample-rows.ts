/**
 * The rows of the sample salon, in which a new owner may look around: three people, eight services, fourteen clients, five
 * products, and appointments of eight days. Pure. Every row has an id that begins with `sample-`, the same wherever it is loaded,
 * so that any device can take the sample out again and two devices that load it make one.
 *
 * The clients have no telephone: any number may belong to somebody, and be dialled.
 */
import { inEuro } from '#data/in-euro.ts';
import { addDays, addMinutes, instantOf, type LocalDate, todayIn, weekdayOf } from '#domain/time/time.ts';
import { CURRENCIES, type Currency, type EventStatus, LANGUAGES, type Language } from '#schemas/constants.ts';
import type { ShiftInterval } from '#schemas/intervals.ts';
import type { TableName, Values } from '#schemas/registry.ts';

type Said = Readonly<Record<Language, string>>;
const said = (bg: string, en: string): Said => ({ bg, en });

const PREFIX = 'sample-';
/** Tells whether an id is of the sample. */
export const isSampleId = (id: string): boolean => id.startsWith(PREFIX);
const idOf = (kind: string, at: number): string => `${PREFIX}${kind}${at + 1}`;

const SHIFT: readonly ShiftInterval[] = [{ start: '09:00', end: '18:00' }];
/** The shifts of each weekday, Sunday first. */
export const SAMPLE_WEEK: readonly (readonly ShiftInterval[])[] = [[], SHIFT, SHIFT, SHIFT, SHIFT, SHIFT, SHIFT];

const PEOPLE = [
  { name: said('Мария Петрова', 'Maria Petrova'), position: said('Стилист', 'Stylist'), color: '#7c3aed', does: [0, 1, 2, 3] },
  { name: said('Ивайло Георгиев', 'Ivaylo Georgiev'), position: said('Бръснар', 'Barber'), color: '#3b82f6', does: [4, 5] },
  {
    name: said('Габриела Илиева', 'Gabriela Ilieva'),
    position: said('Маникюрист', 'Nail artist'),
    color: '#ec4899',
    does: [6, 7],
  },
] as const;

const CATEGORIES = [said('Коса', 'Hair'), said('Мъже', 'Men'), said('Нокти', 'Nails')] as const;

/** Names, minutes, category, price in leva and in euro. */
const SERVICES = [
  { name: said('Подстригване', 'Haircut'), minutes: 60, category: 0, price: [45, 23], color: '#7c3aed' },
  { name: said('Сешоар', 'Blow-dry'), minutes: 45, category: 0, price: [35, 18], color: '#7c3aed' },
  { name: said('Боядисване на корени', 'Root colour'), minutes: 75, category: 0, price: [70, 36], color: '#7c3aed' },
  { name: said('Кичури', 'Highlights'), minutes: 90, category: 0, price: [150, 77], color: '#7c3aed' },
  { name: said('Мъжко подстригване', "Men's haircut"), minutes: 45, category: 1, price: [30, 15], color: '#3b82f6' },
  { name: said('Подстригване и брада', 'Haircut and beard'), minutes: 60, category: 1, price: [42, 21], color: '#3b82f6' },
  { name: said('Маникюр', 'Manicure'), minutes: 45, category: 2, price: [30, 15], color: '#ec4899' },
  { name: said('Гел лак', 'Gel polish'), minutes: 75, category: 2, price: [45, 23], color: '#ec4899' },
] as const;

const CLIENTS: readonly (readonly [Said, Said])[] = [
  [said('Йоана', 'Yoana'), said('Христова', 'Hristova')],
  [said('Ралица', 'Ralitsa'), said('Попова', 'Popova')],
  [said('Кирил', 'Kiril'), said('Занев', 'Zanev')],
  [said('Теодора', 'Teodora'), said('Ненова', 'Nenova')],
  [said('Виктор', 'Viktor'), said('Пенчев', 'Penchev')],
  [said('Силвия', 'Silvia'), said('Маркова', 'Markova')],
  [said('Борис', 'Boris'), said('Тенев', 'Tenev')],
  [said('Емилия', 'Emilia'), said('Донева', 'Doneva')],
  [said('Асен', 'Asen'), said('Райков', 'Raykov')],
  [said('Галя', 'Galya'), said('Стефанова', 'Stefanova')],
  [said('Петя', 'Petya'), said('Добрева', 'Dobreva')],
  [said('Димо', 'Dimo'), said('Желев', 'Zhelev')],
  [said('Невена', 'Nevena'), said('Русева', 'Ruseva')],
  [said('Лора', 'Lora'), said('Иванова', 'Ivanova')],
];

const PRODUCT_GROUP = said('Шампоани и маски', 'Shampoos and masks');

/** Name, supply and sale price in leva and in euro, in stock, threshold. */
const PRODUCTS = [
  {
    name: said('Шампоан за боядисана коса 250 мл', 'Shampoo for coloured hair 250 ml'),
    supply: [9.8, 5],
    sale: [19.9, 10.2],
    has: 14,
    low: 4,
  },
  { name: said('Шампоан за обем 250 мл', 'Volume shampoo 250 ml'), supply: [8.9, 4.5], sale: [17.9, 9.2], has: 3, low: 4 },
  { name: said('Хидратираща маска 250 мл', 'Moisturising mask 250 ml'), supply: [13.5, 6.9], sale: [27.9, 14.3], has: 8, low: 3 },
  { name: said('Арганово масло 100 мл', 'Argan oil 100 ml'), supply: [16.2, 8.3], sale: [34, 17.4], has: 10, low: 3 },
  { name: said('Лак за коса 500 мл', 'Hair spray 500 ml'), supply: [8.7, 4.4], sale: [17.5, 8.9], has: 0, low: 4 },
] as const;
const UNIT = said('бр.', 'pcs');

/** The rows by their ids. */
export type RowsOf<N extends TableName> = ReadonlyMap<string, Partial<Values<N>>>;

/** The records of the sample that a person may build on. */
export interface SampleCatalog {
  readonly resources: RowsOf<'resources'>;
  readonly services: RowsOf<'services'>;
  readonly service_groups: RowsOf<'service_groups'>;
  readonly clients: RowsOf<'clients'>;
  readonly products: RowsOf<'products'>;
  readonly product_groups: RowsOf<'product_groups'>;
}

const rowsOf = <T, V>(kind: string, list: readonly T[], row: (item: T) => V): ReadonlyMap<string, V & { deleted: boolean }> =>
  new Map(list.map((item, at) => [idOf(kind, at), { ...row(item), deleted: false }]));

/** Returns all rows but the appointments. Every column that a person writes is named, so that a sample loaded again is as new. */
export function sampleCatalog(language: Language, currency: Currency): SampleCatalog {
  const money = ([leva, euro]: readonly [number, number]) => (currency === 'BGN' ? leva : euro);
  return {
    resources: rowsOf('e', PEOPLE, ({ name, position, color }) => ({
      ...{ name: name[language], position: position[language], color, role: 'employee' as const, active: true },
      ...{ email: null, phone: null, username: null, start_date: null, end_date: null, group_id: null, avatar: null },
    })),
    services: rowsOf('s', SERVICES, ({ name, minutes, category, price, color }) => ({
      ...{ name: name.bg, name_bg: name.bg, name_en: name.en, duration: minutes, price: money(price), currency, color },
      ...{ category: CATEGORIES[category][language], show_online: true },
      ...{
        processing_after: 0,
        processing_minutes: 0,
        buffer_after: 0,
        resource_ids: null,
        own_terms: null,
        notes: null,
        room_id: null,
      },
    })),
    service_groups: rowsOf('g', CATEGORIES, (name) => ({ name: name[language] })),
    clients: rowsOf('c', CLIENTS, ([first, last]) => ({
      ...{ first_name: first[language], last_name: last[language], name: `${first[language]} ${last[language]}` },
      ...{ email: null, phone: null, address: null, city: null, birth_date: null, notes: null, merged_into: null },
    })),
    products: rowsOf('p', PRODUCTS, ({ name, supply, sale, has, low }) => ({
      ...{ name: name[language], barcode: null, group_id: idOf('pg', 0), group_name: PRODUCT_GROUP[language] },
      ...{ supply_price: money(supply), sale_price: money(sale), price: money(sale), quantity: has },
      ...{ currency, supply_currency: currency },
      ...{ unit: UNIT[language], low_stock_at: low, notes: null },
    })),
    product_groups: rowsOf('pg', [PRODUCT_GROUP], (name) => ({
      ...{ name: name[language], color: '#3b82f6', parent_id: null, show_online: true },
    })),
  };
}

/**
 * Tells whether a row of the catalog is as it was loaded, in either language and currency, or as a change of the salon's currency
 * has left it. Columns that change while somebody tries the app (stock, active) do not count.
 */
export function isAsLoaded<N extends keyof SampleCatalog>(table: N, row: Partial<Values<N>> & { readonly id: string }): boolean {
  return LANGUAGES.some((language) =>
    CURRENCIES.some((currency) => {
      const loaded = sampleCatalog(language, currency)[table].get(row.id);
      if (!loaded) return false;
      const [was, is] = [inEuro(table, loaded), inEuro(table, row)];
      return Object.keys(loaded).every((column) => isSame(is, column, was[column]));
    }),
  );
}

const PLAYED_WITH: readonly string[] = ['quantity', 'active', 'show_online'];
const isSame = (row: Readonly<Record<string, unknown>>, column: string, value: unknown): boolean =>
  PLAYED_WITH.includes(column) || row[column] === value;

const LUNCH = said('Обедна почивка', 'Lunch break');

/** Minutes of the day at which a booking begins: the longest of the services (90) fits between two of them. */
const STARTS = [540, 630, 780, 870, 960] as const;
const LUNCH_AT = 720;
const LUNCH_MINUTES = 30;
/** The first of the days, counted from today, and their number; Sundays are off. */
const FIRST_DAY = -3;
const SAMPLE_DAYS = 8;

/** The salon and the moment that the sample is made for. */
export interface SampleOf {
  readonly language: Language;
  readonly zone: string;
  readonly currency: Currency;
  /** Device clock, ISO UTC. */
  readonly now: string;
}

type EventValues = Partial<Values<'events'>>;

/**
 * Returns appointments of eight days around the day on which the sample is loaded, with free places between them. Past ones are
 * completed, now and then missed; a few are cancelled. None lies over another.
 */
export function sampleEvents({ language, zone, currency, now }: SampleOf): RowsOf<'events'> {
  const { services } = sampleCatalog(language, currency);
  const found = new Map<string, EventValues>();

  const appointment = (number: number, who: number, date: LocalDate, start: number): EventValues => {
    const does = PEOPLE[who]?.does ?? [0];
    const at = does[number % does.length] ?? 0;
    const start_time = instantOf(date, start, zone);
    const end_time = addMinutes(start_time, SERVICES[at]?.minutes ?? 60);
    return {
      ...{ type: 'appointment', resource_id: idOf('e', who), client_id: idOf('c', number % CLIENTS.length) },
      ...{ service_id: idOf('s', at), title: SERVICES[at]?.name[language] ?? null, start_time, end_time },
      ...{ price: services.get(idOf('s', at))?.price ?? null, currency, status: sampleStatus(number, end_time < now) },
      ...{ notes: null, series_id: null, arrived_at: null, deleted: false },
    };
  };
  const lunch = (who: number, date: LocalDate): EventValues => {
    const start_time = instantOf(date, LUNCH_AT, zone);
    return {
      ...{ type: 'blocking', resource_id: idOf('e', who), client_id: null, service_id: null, title: LUNCH[language] },
      ...{
        start_time,
        end_time: addMinutes(start_time, LUNCH_MINUTES),
        price: null,
        currency: null,
        status: null,
        arrived_at: null,
      },
      ...{ notes: null, series_id: null, deleted: false },
    };
  };

  for (let day = 0; day < SAMPLE_DAYS; day++) {
    const date = addDays(todayIn(zone, now), FIRST_DAY + day);
    if (weekdayOf(date) === 0) continue;
    for (const who of PEOPLE.keys()) {
      const place = day * PEOPLE.length + who;
      found.set(idOf('b', place), lunch(who, date));
      for (const [slot, start] of STARTS.entries()) {
        const number = place * STARTS.length + slot;
        // Free places are left, because a person who tries the app wants to book.
        if ((day + slot + who) % 4 !== 0) found.set(idOf('a', number), appointment(number, who, date, start));
      }
    }
  }
  return found;
}

function sampleStatus(number: number, isOver: boolean): EventStatus {
  if (number % 11 === 5) return 'cancelled';
  if (!isOver) return 'booked';
  return number % 9 === 4 ? 'no-show' : 'completed';
}
