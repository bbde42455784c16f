/** Imports services: finds the columns of a foreign table and judges its rows. */

import { LONGEST_SERVICE_MINUTES } from '#domain/booking/service-duration.ts';
import type { Currency, Language } from '#schemas/constants.ts';
import type { Service } from '#schemas/services.ts';
import { currencyOfHead, nameKey, readAmount, readMinutes, readYesNo } from './import-cells.ts';
import {
  type ColumnMapping,
  cellOf,
  fieldOfHead,
  filledColumns,
  hasNumbers,
  mostLook,
  withoutRepeats,
} from './import-columns.ts';
import { type Finder, type JudgedRow, judgeEach, type WrongReason } from './import-rows.ts';

/** The fields of a service that a column of a foreign table can be read into. */
export const SERVICE_FIELDS = ['name_bg', 'name_en', 'category', 'duration', 'price', 'show_online'] as const;
/** One of these fields. */
export type ServiceField = (typeof SERVICE_FIELDS)[number];

/** A service as in the row; a `duration` of null (minutes) becomes that of a new service. */
export type ImportedService = Readonly<
  Pick<Service, 'name_bg' | 'name_en' | 'category' | 'duration' | 'price' | 'currency' | 'show_online'>
>;

/** `name` is Bulgarian if it is written so, else in the language of the importing person; another column may hold the other one. */
const HEADS: Readonly<Record<ServiceField | 'name', readonly string[]>> = {
  name: ['име', 'услуга', 'услуги', 'наименование', 'имеуслуга', 'именауслугата', 'именауслуга', 'процедура', 'процедури', 'заглавие', 'name', 'service', 'services', 'servicename', 'treatment', 'treatmentname', 'title', 'item'],
  name_bg: ['именабългарски', 'българскоиме', 'имебг', 'имебългарски', 'namebg', 'nameinbulgarian', 'bulgarianname', 'bulgarian'],
  name_en: ['именаанглийски', 'английскоиме', 'имеен', 'имеанглийски', 'nameen', 'nameinenglish', 'englishname', 'english'],
  category: ['категория', 'категории', 'категорияуслуги', 'група', 'групауслуги', 'вид', 'раздел', 'category', 'categoryname', 'servicecategory', 'group', 'type'],
  duration: ['времетраене', 'времетраенемин', 'времетраененаминути', 'времетраеневминути', 'продължителност', 'продължителностмин', 'време', 'времемин', 'минути', 'мин', 'duration', 'durationmin', 'durationminutes', 'durationinminutes', 'durationmins', 'length', 'minutes', 'mins', 'min', 'time'],
  price: ['цена', 'ценалв', 'ценабгн', 'ценаbgn', 'ценаeur', 'ценаевро', 'ценавлева', 'ценавлв', 'ценавевро', 'продажнацена', 'стойност', 'сума', 'price', 'pricebgn', 'priceeur', 'priceusd', 'retailprice', 'cost', 'amount', 'fullprice'],
  show_online: ['онлайн', 'видимаонлайн', 'видима', 'показвасеонлайн', 'онлайнрезервация', 'онлайнзаписване', 'visibleonline', 'online', 'visible', 'showonline', 'onlinebooking', 'bookableonline'],
}; // biome-ignore format: a table reads better in rows

const hasLetters = (text: string) => /\p{L}{2}/u.test(text) && readAmount(text) === null && readMinutes(text) === null;
const isDuration = (text: string) => {
  const minutes = readMinutes(text);
  return minutes !== null && minutes >= 5 && minutes <= LONGEST_SERVICE_MINUTES && minutes % 5 === 0;
};

const isCyrillic = (text: string) => /\p{Script=Cyrillic}/u.test(text);
/** Returns the language of the names in these cells. */
const languageOf = (cells: readonly string[], language: Language): Language => (mostLook(cells, isCyrillic) ? 'bg' : language);

function guessByHeads(heads: readonly (ServiceField | 'name' | null)[], language: Language): (ServiceField | null)[] {
  const [own, other] = language === 'bg' ? (['name_bg', 'name_en'] as const) : (['name_en', 'name_bg'] as const);
  const name = heads.includes(own) ? other : own;
  return withoutRepeats(heads.map((field) => (field === 'name' ? name : field)));
}

/** Guesses the columns by their heads, else by their contents. A person sees the guess and may change it. */
export function guessServiceColumns(rows: readonly (readonly string[])[], language: Language): ColumnMapping<ServiceField> {
  const [first = []] = rows;
  const heads = first.map((head) => fieldOfHead(head, HEADS));
  if (heads.some((field) => field !== null) && !hasNumbers(first))
    return { hasHead: true, fields: guessByHeads(heads, languageOf(filledColumns(rows)[heads.indexOf('name')] ?? [], language)) };
  const columns = filledColumns(rows);
  const texts = columns.flatMap((cells, at) => (mostLook(cells, hasLetters) ? [at] : []));
  const numbers = columns.flatMap((cells, at) =>
    !texts.includes(at) && mostLook(cells, (text) => readAmount(text) !== null || readMinutes(text) !== null) ? [at] : [],
  );
  // A category has several services, so of two texts it is the one that repeats.
  const kinds = (at: number | undefined) => new Set(at === undefined ? [] : columns[at]).size;
  const [name, category] = kinds(texts[1]) > kinds(texts[0]) ? [texts[1], texts[0]] : texts;
  const says = (at: number, unit: (text: string) => boolean) => mostLook(columns[at] ?? [], unit);
  const withUnit = numbers.find((at) =>
    says(at, (text) => readAmount(text) === null || /[мmчh:]/iu.test(text.replace(/лева|bgn/giu, ''))),
  );
  const duration = withUnit ?? (numbers.length > 1 ? numbers.find((at) => says(at, isDuration)) : undefined);
  const price = numbers.find((at) => at !== duration);
  const nameField: ServiceField = languageOf(columns[name ?? -1] ?? [], language) === 'bg' ? 'name_bg' : 'name_en';
  return {
    hasHead: false,
    fields: columns.map((_, at) =>
      at === name ? nameField : at === category ? 'category' : at === duration ? 'duration' : at === price ? 'price' : null,
    ),
  };
}

type Known = Pick<Service, 'id' | 'name' | 'name_bg' | 'name_en' | 'category'>;
type Named = Pick<Service, 'name_bg' | 'name_en' | 'category'> & { readonly name?: string };

/** Two services are the same by the name in either language; two categories may each have a service of that name. */
function serviceFinder<P extends Named>(): Finder<Named, P> {
  const byName = new Map<string, P[]>();
  const keys = ({ name, name_bg, name_en }: Named) => new Set([name, name_bg, name_en].map(nameKey).filter((key) => key !== ''));
  return {
    add(service) {
      for (const key of keys(service)) byName.set(key, [...(byName.get(key) ?? []), service]);
    },
    find(service) {
      const category = nameKey(service.category);
      const isOfIt = (other: P) => category === '' || !other.category || nameKey(other.category) === category;
      const row = [...keys(service)].flatMap((key) => byName.get(key) ?? []).find(isOfIt);
      return row ? { row, by: 'name' } : null;
    },
  };
}

interface ServiceReading {
  readonly columns: ColumnMapping<ServiceField>;
  /** The salon's currency, which plain numbers are in. */
  readonly currency: Currency;
  /** The currency in the head of the prices; null if it names none. */
  readonly named?: Currency | null;
}

function readService(
  cells: readonly string[],
  { columns, currency, named = null }: ServiceReading,
): [ImportedService, WrongReason[]] {
  const of = (field: ServiceField) => cellOf(cells, columns, field);
  const [duration, price, online] = [of('duration'), of('price'), of('show_online')];
  const amount = price === '' ? null : readAmount(price);
  const service: ImportedService = {
    name_bg: of('name_bg') || null,
    name_en: of('name_en') || null,
    category: of('category') || null,
    duration: duration === '' ? null : readMinutes(duration),
    price: amount?.amount ?? 0,
    currency,
    show_online: online === '' ? true : (readYesNo(online) ?? true),
  };
  const wrong: WrongReason[] = [];
  if (!service.name_bg && !service.name_en) wrong.push('no_name');
  if (duration !== '' && !isDuration(duration)) wrong.push('duration');
  // A list without any price is taken as it is; a price missing among others is asked for.
  if (price === '' && columns.fields.includes('price')) wrong.push('no_price');
  if (price !== '' && amount === null) wrong.push('price');
  if (amount && (amount.currency ?? named ?? currency) !== currency) wrong.push('other_currency');
  if (online !== '' && readYesNo(online) === null) wrong.push('show_online');
  if ([service.name_bg, service.name_en, service.category].some((text) => (text?.length ?? 0) > 200)) wrong.push('too_long');
  return [service, wrong];
}

/**
 * Judges all rows but the head.
 * @param known the existing services
 */
export function judgeServices<K extends Known>(
  rows: readonly (readonly string[])[],
  reading: ServiceReading,
  known: readonly K[],
): JudgedRow<ImportedService, K>[] {
  const there = serviceFinder<K>();
  for (const service of known) there.add(service);
  const before = serviceFinder<ImportedService & { readonly row: number }>();
  const { columns } = reading;
  const named = columns.hasHead ? currencyOfHead(cellOf(rows[0] ?? [], columns, 'price')) : null;
  return judgeEach<ImportedService, K>(rows, {
    columns,
    read: (cells) => readService(cells, { ...reading, named }),
    there,
    before,
  });
}
