/** Imports services: finds the columns of a foreign table, always by both heads and contents, and judges its rows. */

import { LONGEST_SERVICE_MINUTES } from '#domain/booking/service-duration.ts';
import type { Currency, Language } from '#schemas/constants.ts';
import { MOST_BUFFER } from '#schemas/events.ts';
import type { Service } from '#schemas/services.ts';
import { readCleaningCell, readDurationCell } from './duration-cells.ts';
import { headWords, wordPattern } from './head-words.ts';
import { currencyOfHead, nameKey, readMinutes, readYesNo } from './import-cells.ts';
import { type ColumnMapping, firstRowOf, mostLook } from './import-columns.ts';
import {
  type Finder,
  type JudgedRow,
  judgeEach,
  type LeftOut,
  LONGEST_NOTES,
  type ReadRow,
  type WrongReason,
  withLeftOut,
} from './import-rows.ts';
import { readSections, type Sections } from './list-sections.ts';
import { filledOf, fittingText, LONGEST_NAME, noteLines, type OfferChoices, saidOf, variedName } from './offer-rows.ts';
import { looksLikeAmount, nameAndPrice, namesCurrency, readPrices } from './price-cells.ts';
import type { Steps } from './steps.ts';
import { findHeadRow, isNoRecord, saidCells } from './table-shape.ts';

/** The fields of a service that a column of a foreign table can be read into. */
export const SERVICE_FIELDS = [
  'name_bg',
  'name_en',
  'variation',
  'category',
  'duration',
  'buffer_after',
  'price',
  'show_online',
  'notes',
] as const;
/** One of these fields. `variation` is a part of the name in a column of its own. */
export type ServiceField = (typeof SERVICE_FIELDS)[number];

/** A service as in the row; a `duration` of null (minutes) becomes that of a new service. */
export type ImportedService = Readonly<
  Pick<Service, 'name_bg' | 'name_en' | 'category' | 'duration' | 'buffer_after' | 'price' | 'currency' | 'show_online' | 'notes'>
>;

type Rows = readonly (readonly string[])[];

const NOTES = wordPattern(
  'description* | описани* | бележк* | забележк* | бел | заб | коментар* | note | notes | comment* | memo | details | детайли | инфо | информация | пояснени*',
);
const CLEANING = wordPattern(
  'extra | clean | cleaning | cleanup | clean up | buffer* | почистване* | padding | blocked time | turnover',
);
const ONLINE = wordPattern('online | онлайн | visible | видим* | bookable | published | показва | hidden from | website');
const ELSE = wordPattern(`
  id | код | code | token | sku | tax | taxable | taxes | vat | ддс | данък | commission* | комисион* | voucher* | ваучер* | markup | resource* | staff | employee* |
  provider* | служител* | изпълнител* | специалист* | майстор* | color | colour | цвят | image | photo | снимка | url | link | points | точки | order | sort |
  position | deposit | капаро | discount | отстъпка | status | статус | gender | пол | available for | price type | pricing type | тип цена | вид цена | treatment type |
  service type | created | updated | sold | bookings | резервации | processing | gap | finishing | номер | min price | max price | old price | стара цена | промо*
`);
const DURATION = wordPattern(
  'времетраен* | продължителност* | прод | продълж | време | времет | траене | трае | мин | минути | минута | duration* | length | min | mins | minutes | time | час | часа | часове | hours | hrs | time taken',
);
const PRICE = wordPattern(
  'цен* | стойност* | сума | тарифа | price* | cost | amount | fee | rate | retail | лв | лева | bgn | eur | евро | euro | usd | tsena | cena',
);
const BULGARIAN = wordPattern('бълг* | бг | bg | bulgarian');
const ENGLISH = wordPattern('англ* | ен | en | english');
const NAME = wordPattern(
  'име | наименовани* | услуг* | процедур* | манипулаци* | терапи* | дейност* | заглави* | name | service* | treatment* | title | item* | menu | usluga | uslugi | ime',
);
/** Matches a head that has only words for names: „Терапия за коса“ is a service. */
const NAME_ALONE =
  /^ (?:(?:име|имена|имената|наименовани\p{L}*|услуга|услуги|услугата|процедура|процедури|манипулация|манипулации|терапия|терапии|дейност|дейности|заглавие|вид|на|за|и|или|в|по|name|names|services?|treatments?|title|items?|menu|of|in|the|бълг\p{L}*|бг|bg|bulgarian|англ\p{L}*|ен|en|english|usluga|uslugi|ime|variation|салон\p{L}*|salon) )+$/u;
const CATEGORY = wordPattern('категори* | category* | categories | група | групи | group* | kategoria');
const CATEGORY_TOO = wordPattern('раздел* | section* | вид | type | department | отдел | направлени*');
const VARIATION = wordPattern('variation* | variant* | вариант* | опция | option | дължина | pricing name');
const IN_HOURS = wordPattern('ч | час | часа | часове | hours | hour | hrs | h');
const IN_MINUTES = wordPattern('мин | минути | min | mins | minutes');
/** The most words of a head. A longer one is a sentence that may hold any of them. */
const MOST_WORDS = 7;

/**
 * Returns the field that a head names; `name` for a name in either language, `else` if it certainly names something else, null if
 * it says nothing.
 */
function serviceFieldOf(head: string): ServiceField | 'name' | 'else' | null {
  const words = headWords(head);
  const has = (pattern: RegExp) => pattern.test(words);
  if (words.trim() === '') return /^\s*[€$]\s*$/.test(head) ? 'price' : null;
  if (words.trim().split(' ').length > MOST_WORDS) return null;
  if (has(NOTES)) return 'notes';
  if (has(CLEANING)) return 'buffer_after';
  if (has(ELSE)) return 'else';
  if (has(ONLINE)) return 'show_online';
  if (has(VARIATION)) return 'variation';
  if (has(PRICE)) return 'price';
  if (has(DURATION)) return 'duration';
  if (has(CATEGORY)) return 'category';
  if (has(NAME)) {
    if (!NAME_ALONE.test(words)) return null;
    return has(BULGARIAN) ? 'name_bg' : has(ENGLISH) ? 'name_en' : has(CATEGORY_TOO) ? 'category' : 'name';
  }
  if (has(CATEGORY_TOO)) return words.trim().split(' ').length < 3 ? 'category' : null;
  return / (?:бълг\p{L}*|bulgarian) /u.test(words) ? 'name_bg' : / (?:англ\p{L}*|english) /u.test(words) ? 'name_en' : null;
}

const isBare = (text: string) => /^\d+(?:[.,]\d+)?$/.test(text);
/** Returns true for a time with its unit: „45 мин“, "1:30". */
const saysTime = (text: string) => !isBare(text) && readMinutes(text) !== null;
const isNumber = (text: string) => looksLikeAmount(text) || readMinutes(text) !== null || saysTime(text);
const isText = (text: string) => /\p{L}{2}/u.test(text) && (!isNumber(text) || nameAndPrice(text) !== null);

const isCyrillic = (text: string) => /\p{Script=Cyrillic}/u.test(text);
/** Returns the language of the names in these cells. */
const languageOf = (cells: readonly string[], language: Language): Language => (mostLook(cells, isCyrillic) ? 'bg' : language);

/** Returns the field that a head names, or the one that all cells of the column show instead. */
function settledByContents(field: ServiceField | 'name', said: readonly string[]): ServiceField | 'name' {
  if (said.length === 0) return field;
  if (field === 'duration' && said.every(namesCurrency)) return 'price';
  return field === 'price' && said.every(saysTime) ? 'duration' : field;
}

function guessByHeads(rows: Rows, headRow: number, language: Language): (ServiceField | null)[] {
  const heads = rows[headRow] ?? [];
  const saidOfColumn = (column: number) => saidCells(rows, column, headRow + 1);
  const named = heads.map(serviceFieldOf);
  const fields = named.map((field, column) =>
    field === null || field === 'else' ? null : settledByContents(field, saidOfColumn(column)),
  );
  const free = (look: (text: string) => boolean) =>
    fields.findIndex((field, at) => field === null && named[at] === null && mostLook(saidOfColumn(at), look));
  const strongest = named.findIndex((field, at) => field === 'category' && CATEGORY.test(headWords(heads[at] ?? '')));
  if (strongest >= 0) for (const [at, field] of fields.entries()) if (field === 'category' && at !== strongest) fields[at] = null;
  const isName = (field: ServiceField | 'name' | null) => field === 'name' || field === 'name_bg' || field === 'name_en';
  if (!fields.some(isName)) {
    // Every service has a name: „Вид услуга“ may be it, else the first column of texts.
    const texts = free(isText);
    const instead = [texts, fields.indexOf('variation'), fields.indexOf('category'), fields.indexOf('notes')];
    const column = instead.find((at) => at >= 0);
    if (column !== undefined) fields[column] = 'name';
  }
  for (const [field, look] of [
    ['price', (text: string) => namesCurrency(text) || /^\d{1,5}[.,]\d{2}$/.test(text)],
    ['duration', saysTime],
  ] as const) {
    const column = fields.includes(field) ? -1 : free(look);
    if (column >= 0) fields[column] = field;
  }
  const names = fields.indexOf('name');
  const [own, other] =
    names < 0 || languageOf(saidOfColumn(names), language) === 'bg'
      ? (['name_bg', 'name_en'] as const)
      : (['name_en', 'name_bg'] as const);
  const name = fields.includes(own) ? other : own;
  return fields.map((field) => (field === 'name' ? name : field));
}

function guessByContents(rows: Rows, from: number, language: Language): (ServiceField | null)[] {
  const columns = (rows[0] ?? []).map((_, column) => saidCells(rows, column, from));
  const texts = columns.flatMap((cells, at) => (mostLook(cells, isText) ? [at] : []));
  const numbers = columns.flatMap((cells, at) => (!texts.includes(at) && mostLook(cells, isNumber) ? [at] : []));
  // A category has several services, so of two texts it is the one that repeats.
  const kinds = (at: number | undefined) => new Set(at === undefined ? [] : columns[at]).size;
  const [name, category] = kinds(texts[1]) > kinds(texts[0]) ? [texts[1], texts[0]] : texts;
  const says = (at: number, look: (text: string) => boolean) => mostLook(columns[at] ?? [], look);
  const isDuration = (text: string) => {
    const minutes = readMinutes(text);
    return minutes !== null && minutes <= LONGEST_SERVICE_MINUTES && minutes % 5 === 0;
  };
  const withUnit = numbers.find((at) => says(at, saysTime));
  const rest = numbers.filter((at) => !says(at, namesCurrency));
  const duration = withUnit ?? (numbers.length > 1 ? rest.find((at) => says(at, isDuration)) : undefined);
  const price = numbers.find((at) => at !== duration);
  const nameField: ServiceField = languageOf(columns[name ?? -1] ?? [], language) === 'bg' ? 'name_bg' : 'name_en';
  return columns.map((_, at) =>
    at === name ? nameField : at === category ? 'category' : at === duration ? 'duration' : at === price ? 'price' : null,
  );
}

const isHead = (cell: string) => serviceFieldOf(cell) !== null;
const isValue = (cell: string) => (/^\D{0,3}\d/.test(cell) && isNumber(cell)) || nameAndPrice(cell) !== null;

/** Guesses the columns by their heads and their contents. A person sees the guess and may change it. */
export function guessServiceColumns(rows: Rows, language: Language): ColumnMapping<ServiceField> {
  const headRow = findHeadRow(rows, { isHead, isValue });
  if (headRow !== null) return { headRow, fields: guessByHeads(rows, headRow, language) };
  const first = rows.findIndex((cells) => !isNoRecord(cells, []));
  return { headRow, fields: guessByContents(rows, Math.max(first, 0), language) };
}

type Known = Pick<Service, 'id' | 'name' | 'name_bg' | 'name_en' | 'category'>;
type Named = Pick<Service, 'name_bg' | 'name_en' | 'category'> & { readonly name?: string };

/** Two services are the same by the name in either language; two categories may each have a service of that name. */
function serviceFinder<P extends Named>(): Finder<Named, P> {
  const byName = new Map<string, P[]>();
  const keys = ({ name, name_bg, name_en }: Named) => new Set([name, name_bg, name_en].map(nameKey).filter((key) => key !== ''));
  return {
    add(service) {
      for (const key of keys(service)) {
        const others = byName.get(key);
        if (others) others.push(service);
        else byName.set(key, [service]);
      }
    },
    find(service) {
      const category = nameKey(service.category);
      const isOfIt = (other: P) => category === '' || !other.category || nameKey(other.category) === category;
      const row = [...keys(service)].flatMap((key) => byName.get(key) ?? []).find(isOfIt);
      return row ? { row, by: 'name' } : null;
    },
  };
}

/** The columns and the head of a table, prepared once for all its rows. */
interface Reading {
  readonly columns: ColumnMapping<ServiceField>;
  /** The cells of the head; empty if no row names the columns. */
  readonly heads: readonly string[];
  readonly sections: Sections;
  /** The salon's currency. Plain numbers are in it unless a head names another one. */
  readonly currency: Currency;
  /** The currency in the head of each column; null if it names none. */
  readonly named: readonly (Currency | null)[];
  /** True for each column whose plain numbers are hours. */
  readonly inHours: readonly boolean[];
  /** True for each column whose head says only that notes stand below. */
  readonly plainNotes: readonly boolean[];
  /** True if a missing price is asked for, because another row has one and nobody has said that it is 0. */
  readonly asksForPrice: boolean;
}

/** Returns the minutes of a row. Texts that are not in them are added to `leftOut`. */
function readTimes(cells: readonly string[], { columns, inHours }: Reading, leftOut: LeftOut[]) {
  const first = { duration: null as number | null, buffer_after: null as number | null };
  for (const field of ['duration', 'buffer_after'] as const) {
    for (const { column, text } of filledOf(cells, columns, field)) {
      const { minutes, why } =
        field === 'duration'
          ? readDurationCell(text, LONGEST_SERVICE_MINUTES, inHours[column])
          : readCleaningCell(text, MOST_BUFFER);
      if (first[field] === null) first[field] = minutes;
      else if (minutes !== null && minutes !== first[field]) leftOut.push({ column, text, why: 'another' });
      if (why) leftOut.push({ column, text, why });
    }
  }
  return { duration: first.duration, buffer_after: first.buffer_after ?? 0 };
}

function readOnline(cells: readonly string[], { columns }: Reading, leftOut: LeftOut[]): boolean {
  for (const { column, text } of filledOf(cells, columns, 'show_online')) {
    const isShown = readYesNo(text);
    if (isShown !== null) return isShown;
    leftOut.push({ column, text, why: 'unread' });
  }
  return true;
}

function readService<K>(cells: readonly string[], at: number, reading: Reading): ReadRow<ImportedService, K> | null {
  const { columns, heads, sections, currency, named, plainNotes, asksForPrice } = reading;
  if (isNoRecord(cells, heads) || sections.isSection(at)) return null;
  const leftOut: LeftOut[] = [];
  const [variation] = saidOf(cells, columns, 'variation');
  const hasPriceColumn = columns.fields.includes('price');
  const nameOf = (field: 'name_bg' | 'name_en') => {
    const [first, ...others] = saidOf(cells, columns, field);
    const own = first && !hasPriceColumn ? (nameAndPrice(first.text)?.name ?? first.text) : (first?.text ?? '');
    const whole = first && { ...first, text: variedName(own, variation?.text ?? '') };
    return fittingText(whole ? [whole, ...others] : [], LONGEST_NAME, leftOut);
  };
  const [nameBg, nameEn] = [nameOf('name_bg'), nameOf('name_en')];
  const category = fittingText(saidOf(cells, columns, 'category'), LONGEST_NAME, leftOut) ?? sections.sectionOf(at);
  const times = readTimes(cells, reading, leftOut);
  const besideNames = [...saidOf(cells, columns, 'name_bg'), ...saidOf(cells, columns, 'name_en')].flatMap(({ column, text }) => {
    const both = nameAndPrice(text);
    return both ? [{ column, text: both.price }] : [];
  });
  const prices = hasPriceColumn ? filledOf(cells, columns, 'price') : besideNames;
  const priced = prices.map((cell) => ({ ...cell, currency: named[cell.column] ?? null }));
  const { price, leftOut: unpriced } = readPrices(priced, currency);
  leftOut.push(...unpriced);
  const isShown = readOnline(cells, reading, leftOut);
  const notes = noteLines(saidOf(cells, columns, 'notes'), heads, plainNotes);
  const whole = withLeftOut(notes, leftOut, heads);
  if (notes.length > LONGEST_NOTES)
    leftOut.push({ column: columns.fields.indexOf('notes'), text: notes.slice(LONGEST_NOTES), why: 'cut' });
  const wrong: WrongReason[] = nameBg || nameEn ? [] : ['no_name'];
  if (price === null && asksForPrice) wrong.push('no_price');
  const value = {
    ...{ name_bg: nameBg, name_en: nameEn, category, ...times },
    ...{ price: price?.amount ?? 0, currency: price?.currency ?? currency, show_online: isShown, notes: whole },
  };
  return { value, wrong, leftOut, hints: [] };
}

function* readingOf(rows: Rows, { columns, currency, withoutPriceIsZero = false }: OfferChoices<ServiceField>): Steps<Reading> {
  const heads = columns.headRow === null ? [] : (rows[columns.headRow] ?? []);
  const isOf = (...fields: readonly ServiceField[]) =>
    new Set(columns.fields.flatMap((field, column) => (field !== null && fields.includes(field) ? [column] : [])));
  const prices = isOf('price');
  const named = columns.fields.map((_, column) => currencyOfHead(heads[column] ?? ''));
  const inHours = columns.fields.map((_, column) => {
    const words = headWords(heads[column] ?? '');
    return IN_HOURS.test(words) && !IN_MINUTES.test(words);
  });
  const plainNotes = columns.fields.map((_, column) => !heads[column] || serviceFieldOf(heads[column]) === 'notes');
  const sections = yield* readSections(rows, columns, {
    named: isOf('name_bg', 'name_en', 'category'),
    others: isOf('price', 'duration'),
    // „Час“ and „половин час“ are times, not heads.
    isHead: (cell) => isHead(cell) && !isNumber(cell),
  });
  const start = firstRowOf(columns);
  const names = prices.size > 0 ? [] : [...isOf('name_bg', 'name_en')];
  const hasPrices =
    [...prices].some((column) => saidCells(rows, column, start).length > 0) ||
    names.some((column) => saidCells(rows, column, start).some((cell) => nameAndPrice(cell) !== null));
  return { columns, heads, sections, currency, named, inHours, plainNotes, asksForPrice: hasPrices && !withoutPriceIsZero };
}

/**
 * Judges all rows below the head in steps, except sections, totals and titles. Only a missing name refuses a row, and a price that is
 * missing among others until a person says that it is 0. Any other text that cannot be read is kept in the notes.
 * @param known the existing services
 */
export function* judgingServices<K extends Known>(
  rows: Rows,
  choices: OfferChoices<ServiceField>,
  known: readonly K[],
): Steps<JudgedRow<ImportedService, K>[]> {
  const there = serviceFinder<K>();
  const before = serviceFinder<ImportedService & { readonly row: number }>();
  const reading = yield* readingOf(rows, choices);
  const read = (cells: readonly string[], at: number) => readService<K>(cells, at, reading);
  return yield* judgeEach<ImportedService, K>(rows, { columns: choices.columns, read, known, there, before });
}
