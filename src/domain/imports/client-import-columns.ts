/**
 * Finds the columns of a foreign table of clients, always by both: the words of their heads, in Bulgarian (also in Latin letters)
 * and English as programs and people write them, and the contents of the columns.
 */
import { headWords, wordPattern } from './head-words.ts';
import { type ColumnMapping, mostLook } from './import-columns.ts';
import { isSurelyPhone, looksLikeDate, looksLikeEmail, looksLikePhone, looksLikePrice } from './looks.ts';
import { findHeadRow, isNoRecord, saidCells } from './table-shape.ts';

/** The fields of a client that a column of a foreign table can be read into. */
export const CLIENT_FIELDS = [
  'name',
  'first_name',
  'last_name',
  'phone',
  'email',
  'address',
  'city',
  'birth_date',
  'notes',
] as const;
/** `name` is first and last name in one cell. */
export type ClientField = (typeof CLIENT_FIELDS)[number];

const BIRTH = wordPattern(
  'birth* | bday | b day | dob | d o b | born | рожд* | рожденна | роден* | раждан* | родена | дн | д н | др | д р | чрд | rozhd* | rojd* | roden* | date of birth',
);
const BIRTH_ELSE = wordPattern('place | място | град | city | country | имен | age | възраст');
/** Matches heads that name none of a client's own facts, although one of their words may. */
const ELSE = wordPattern(`
  label | type | етикет | тип | вид | photo | снимка | yomi | phonetic | prefix | suffix | file | fax | факс | pager | пейджър | telex | isdn | tty | tdd | radio |
  callback | assistant | manager | spouse | children | referred | referral | employee | staff | provider | служител* | фризьор* | майстор* | специалист* |
  gender | пол | sex | accepts | consent | съгласие* | marketing | subscription | subscribed | subscriber | status | статус | opt | total | spend | spent |
  visit* | appointment* | посещени* | резервации | added | created | creation | updated | modified | регистрац* | регистриран* | registered | since | points | balance |
  баланс | id | reference | егн | egn | vat | ддс | булстат | еик | iban | card | карта | web | website | url | сайт | facebook | instagram | language | език | country |
  държава | region | регион | област | община | state | province | county | zip | zipcode | zip code | postal | postcode | post code | пощенски код | п код | пк | po box | area code |
  maiden | screen | initials | job | title | department | profession | occupation | професия | длъжност | hobby | priority | sensitivity |
  mileage | keywords | categories | category | категория | group* | група | групи | labels | tags | source | източник | anniversary | годишнина | price | цена |
  password | парола | service | product | услуга | продукт | артикул | nickname | прякор | short name | event | relation | extension | mailing list
`);
const EMAIL = wordPattern(
  'email* | e mail* | mail | mails | имейл* | и мейл* | и майл* | е мейл* | е майл* | емейл* | емайл* | имеил* | мейл* | майл | майла | епоща | е поща | ел поща | елпоща | ел пощ* | електронн* пощ* | електронна поща | електронен адрес | ел адрес | поща | имел | imeil* | imejl* | meil*',
);
const DISPLAY = wordPattern('display');
const PHONE = wordPattern(
  'тел | телефон* | телефонен | phone* | telephone* | tel | telefon* | mobile* | mobil | mob | мобил* | моб | cell* | gsm | гсм | джиесем | джи ес ем | handy | viber | вайбър | whatsapp | whats app | contact number | contact no | номер за връзка | номер за контакт | контактен номер | контакт номер | homephone | workphone | landline | land line | daytime | nr tel',
);
const MOBILE = wordPattern(
  'mobile* | mobil | mob | мобил* | моб | cell* | gsm | гсм | джиесем | джи ес ем | handy | viber | вайбър | whatsapp',
);
const CITY = wordPattern(
  'град* | гр | city | town | село | населен* място | нас място | местоживеене | населено | grad | locality',
);
const ADDRESS = wordPattern(
  'адрес* | адр | address* | улица | ул | street | streetaddress | adres | apartment | suite | area | suburb | квартал | кв | жк | местожителство',
);
const FORMATTED = wordPattern('formatted');
const NOTES = wordPattern(
  'бележк* | бел | забележк* | заб | коментар* | note | notes | memo | comment* | remark* | description | описание | допълнителн* | доп инфо | инфо | информация | belejk* | belezhk* | beleshk* | zabelejk* | customer notes | internal',
);
const SAID_NOTES = wordPattern(
  'алерги* | allerg* | blocked | block | блокиран* | особености | предпочитани* | preferences | formula* | формул* | рецепт* | диагноз* | противопоказани* | важно | patch test | company | companyname | organization | organisation | organizationname | фирма | firma',
);
const LAST = wordPattern('фамил* | фам | last | lastname | surname | family | familyname | familia | familiya | familya | lname');
const MIDDLE = wordPattern('презиме | бащино | бащино име | middle | middlename | additional name | second name | prezime');
const FIRST = wordPattern('first | firstname | given | givenname | forename | собствено | малко | първо | fname');
const OWN_NAME = wordPattern('име | ime');
const WHOLE = wordPattern(
  'имена | имената | imena | full name | fullname | пълно | три имена | name | names | клиент* | client* | customer* | contact | contacts | контакт | контакти | лице | гост | guest | patient | пациент* | абонат | дама | дами | господин',
);
/** The most words of a head. A longer one is a sentence that may hold any of them. */
const MOST_WORDS = 7;

/** Returns the field that a head names; `else` if it certainly names something else, null if it says nothing. */
export function clientFieldOf(head: string): ClientField | 'else' | null {
  const words = headWords(head);
  const has = (pattern: RegExp) => pattern.test(words);
  if (words.trim() === '' || words.trim().split(' ').length > MOST_WORDS) return null;
  if (has(BIRTH)) return has(BIRTH_ELSE) ? 'else' : 'birth_date';
  if (has(SAID_NOTES) && !has(PHONE) && !has(EMAIL) && !has(ADDRESS) && !has(CITY) && !has(ELSE)) return 'notes';
  if (has(ELSE)) return 'else';
  if (has(EMAIL)) return has(DISPLAY) ? 'else' : 'email';
  if (has(PHONE)) return 'phone';
  if (has(NOTES)) return 'notes';
  if (has(CITY)) return 'city';
  if (has(ADDRESS)) return 'address';
  return nameFieldOf(has, words);
}

function nameFieldOf(has: (pattern: RegExp) => boolean, words: string): ClientField | null {
  if (has(LAST) || has(MIDDLE)) return holdsWholeName(words) ? 'name' : 'last_name';
  if (has(FIRST)) return 'first_name';
  if (has(OWN_NAME)) return has(WHOLE) ? 'name' : 'first_name';
  return has(WHOLE) ? 'name' : null;
}

const FIRST_THEN_LAST =
  / (?:име|имена|ime|first|name|first name) (?:.* )?(?:фамил\p{L}*|фам|familia|familiya|last|surname|last name) /u;
const LAST_THEN_FIRST =
  / (?:фамилия|фам|familia|familiya|last|last name|surname) (?:и |and |i )?(?:собствено |презиме )?(?:име|ime|first|first name|name) $/u;

/** Returns true for „Име и фамилия“ and „Фамилия, име“. „Фамилно име“ and "Last Name" are one name only. */
const holdsWholeName = (words: string): boolean => FIRST_THEN_LAST.test(words) || isLastNameFirst(words);

const isLastNameFirst = (words: string): boolean => LAST_THEN_FIRST.test(words) && !/^ (?:\p{L}+ )?last name $/u.test(words);

/** Returns true for a head that says that the last name comes first: „Фамилия и име“. */
export const saysLastNameFirst = (head: string): boolean => isLastNameFirst(headWords(head));

/**
 * Returns true for a head that says only that notes stand below. The name of any other column („Алергии“, „Пол“) is kept with its
 * notes.
 */
export const isPlainNotes = (head: string): boolean => NOTES.test(headWords(head)) && !SAID_NOTES.test(headWords(head));

/** Returns true for a head of the whole address, whose parts may have columns of their own. */
export const isWholeAddress = (head: string): boolean => FORMATTED.test(headWords(head));

const HOME = wordPattern('home | дом* | личен | личн* | personal | private | night');
const PRIMARY = wordPattern('primary | основен | основн* | main | preferred');
const WORK = wordPattern('work | business | служеб* | сл | day | company | office | фирмен* | организация | organization');
const OTHER = wordPattern('other | друг* | втор* | second* | secondary | alternative | допълнителен | резервен');

/**
 * Returns the rank of a head among several of one field; the lowest is preferred: mobile phones come before those at home, and
 * these before those at work.
 * @param label the text of the column of labels beside the cell ("* Mobile")
 */
export function rankOf(field: ClientField, head: string, label = ''): number {
  const [, number = '0'] = /(\d) - /.exec(head) ?? [];
  // "Address 2 - Street" is another address than "Address 1 - Street".
  return kindRank(field, head, label) + (field === 'address' || field === 'city' ? Number(number) / 10 : 0);
}

function kindRank(field: ClientField, head: string, label: string): number {
  const words = label === '' ? headWords(head) : headWords(label);
  const has = (pattern: RegExp) => pattern.test(words);
  if (field === 'last_name') return has(MIDDLE) ? 0 : 1;
  if (field === 'phone' && has(MOBILE)) return 0;
  if (has(OTHER)) return 5;
  if (has(WORK) && !(field === 'phone' && has(PRIMARY))) return 4;
  if (has(HOME)) return field === 'phone' ? 3 : 1;
  return has(PRIMARY) ? 1 : 2;
}

/** Returns true for a column that gives the kind of the phone or e-mail in the next column. */
export const isLabelOf = (label: string, head: string): boolean => {
  const stem = /^(.*?)\s*-\s*(?:label|type)$/i.exec(label.trim())?.[1];
  return stem !== undefined && stem !== '' && head.startsWith(stem);
};

/** The parts of a birthday that may have columns of their own. */
type BirthPart = 'day' | 'month' | 'year';

/** Returns the part of a birthday that a head names and nothing else: „Ден“ beside „Месец“ is a birthday without its year. */
function lonePartOf(head: string): BirthPart | null {
  const word = headWords(head).trim();
  if (word === 'ден' || word === 'day') return 'day';
  if (word === 'месец' || word === 'month') return 'month';
  return word === 'година' || word === 'year' ? 'year' : null;
}

/**
 * Returns the part of a birthday that a head may name beside the heads of the others („Месец на раждане“); null if it names the
 * whole birthday.
 */
export function birthPartOf(head: string): BirthPart | null {
  const words = headWords(head);
  if (/ (?:date|дата|dob|birthday) /u.test(words) && !/ (?:month|year|месец|година) /u.test(words)) return null;
  if (/ (?:year|година) /u.test(words)) return 'year';
  if (/ (?:month|месец) /u.test(words)) return 'month';
  return lonePartOf(head) ?? (/ (?:ден на|day) /u.test(words) ? 'day' : null);
}

type Rows = readonly (readonly string[])[];

const NAME = /^[\p{L}\p{M}.'’"„“()-]+(?:\s+[\p{L}\p{M}.'’"„“()-]+){0,4}$/u;
const looksLikeName = (text: string) => NAME.test(text) && /\p{L}{2}/u.test(text);
const NAME_THEN_PHONE = /^(.*\p{L}.*?)[\s,;:–-]+((?:\+|00?)[1-9][\d\s()/.-]{7,}|8[789]\d{7}|9[89]\d{7})$/u;
const PHONE_THEN_NAME = /^((?:\+|00?)[1-9][\d\s()/.-]{7,}|8[789]\d{7}|9[89]\d{7})[\s,;:–-]+(\p{L}.*)$/u;

const LONGEST_NAME_AND_PHONE = 200;

/** Returns name and phone of a cell that holds both („Мария Иванова 0887 101 002“); null for any other. */
export function nameAndPhone(text: string): { readonly name: string; readonly phone: string } | null {
  // Long texts are no names, and the patterns would take long for them.
  if (text.length > LONGEST_NAME_AND_PHONE || !/\d{2}/.test(text)) return null;
  const [, name, phone] = NAME_THEN_PHONE.exec(text) ?? [];
  if (name !== undefined && phone !== undefined) return { name: name.trim(), phone };
  const [, phoneAhead, nameBehind] = PHONE_THEN_NAME.exec(text) ?? [];
  return phoneAhead !== undefined && nameBehind !== undefined ? { name: nameBehind.trim(), phone: phoneAhead.trim() } : null;
}
const holdsNameAndPhone = (text: string) => nameAndPhone(text) !== null;

/** Returns true for a date before 2016: hardly any client is younger, and hardly any visit is older. */
function isLongAgo(text: string): boolean {
  if (!looksLikeDate(text)) return false;
  const [year = ''] = /(?:19|20)\d{2}/.exec(text) ?? /\d{2}(?=\D*$)/.exec(text) ?? [];
  return year.length === 4 ? Number(year) < 2016 : Number(year) < 16 || Number(year) > 30;
}

const hasLetters = (text: string) => /\p{L}/u.test(text);
const hasTwoWords = (text: string) => /\p{L}\s+\p{L}/u.test(text) && looksLikeName(text);

/**
 * Returns the field that a head names, or another one that the contents of the column show; null if the contents speak against
 * it.
 */
function settledByContents(field: ClientField, said: readonly string[]): ClientField | null {
  if (said.length === 0 || field === 'notes') return field;
  const mostly = (look: (text: string) => boolean) => mostLook(said, look);
  if (mostly(looksLikeEmail)) return 'email';
  switch (field) {
    case 'phone':
      return mostly(looksLikeDate) || mostly(looksLikePrice) ? null : 'phone';
    case 'birth_date':
      if (mostly((text) => isSurelyPhone(text) && text.replace(/\D/g, '').length > 8)) return 'phone';
      return mostly((text) => looksLikePrice(text) && /[^\d.,]/.test(text)) ? null : 'birth_date';
    case 'email':
      return mostly(isSurelyPhone) ? 'phone' : mostly(looksLikeDate) ? null : 'email';
    default:
      if (mostly(isSurelyPhone)) return 'phone';
      return mostly(hasLetters) || (field === 'address' && !mostly(looksLikeDate)) ? field : null;
  }
}

/** Without „Фамилия“ „Име“ is the whole name; beside "Surname" "Name" is the first one. */
function settleNames(fields: readonly (ClientField | null)[]): (ClientField | null)[] {
  const hasLast = fields.includes('last_name');
  const hasFirst = fields.includes('first_name');
  return fields.map((field) => {
    if (field === 'first_name' && !hasLast && !fields.includes('name')) return 'name';
    return field === 'name' && hasLast && !hasFirst ? 'first_name' : field;
  });
}

const isNameField = (field: ClientField | null) => field === 'name' || field === 'first_name' || field === 'last_name';

function guessByHeads(rows: Rows, headRow: number): (ClientField | null)[] {
  const heads = rows[headRow] ?? [];
  const saidOf = (column: number) => saidCells(rows, column, headRow + 1);
  const named = heads.map((head) => clientFieldOf(head));
  const hasAddressParts = named.some((field, column) => field === 'address' && !isWholeAddress(heads[column] ?? ''));
  const fields = named.map((field, column): ClientField | null => {
    if (field === 'address' && hasAddressParts && isWholeAddress(heads[column] ?? '')) return null;
    if (field === 'else') return null;
    if (field !== null) return settledByContents(field, saidOf(column));
    const said = saidOf(column);
    // A number under an unknown head may mean anything, so only certain phones are taken.
    if (mostLook(said, looksLikeEmail)) return 'email';
    if (mostLook(said, isLongAgo) && !named.includes('birth_date')) return 'birth_date';
    return mostLook(said, isSurelyPhone) ? 'phone' : null;
  });
  const partAt = (part: BirthPart) => heads.findIndex((head, at) => fields[at] === null && lonePartOf(head) === part);
  if (!fields.includes('birth_date') && partAt('day') >= 0 && partAt('month') >= 0) {
    for (const at of [partAt('day'), partAt('month'), partAt('year')]) if (at >= 0) fields[at] = 'birth_date';
  }
  if (!fields.some(isNameField)) {
    // Every client has a name: under heads that say nothing, the first column of names is taken for it.
    const column = fields.findIndex((field, at) => field === null && named[at] === null && mostLook(saidOf(at), looksLikeName));
    if (column >= 0) fields[column] = 'name';
  }
  return settleNames(fields);
}

function guessByContents(rows: Rows, from: number): (ClientField | null)[] {
  let firstNames = 0;
  const fields = (rows[0] ?? []).map((_, column): ClientField | null => {
    const said = saidCells(rows, column, from);
    if (mostLook(said, looksLikeEmail)) return 'email';
    if (mostLook(said, looksLikeDate)) return mostLook(said, isLongAgo) ? 'birth_date' : null;
    if (mostLook(said, looksLikePhone)) return 'phone';
    if (mostLook(said, hasTwoWords) || mostLook(said, holdsNameAndPhone)) return 'name';
    if (!mostLook(said, looksLikeName)) return null;
    firstNames += 1;
    return firstNames === 1 ? 'first_name' : firstNames === 2 ? 'last_name' : null;
  });
  // A second column of two words is not another name.
  const first = fields.indexOf('name');
  const single = fields.map((field, column) => (field === 'name' && column !== first ? null : field));
  const whole = first >= 0 ? single.map((field) => (field === 'first_name' || field === 'last_name' ? null : field)) : single;
  return settleNames(whole);
}

/**
 * Returns the place of a first row of unknown words that do not look like the cells below them („Handynummer“ above phones); null
 * if there is none.
 */
function unknownHead(rows: Rows): number | null {
  const heads = rows[0] ?? [];
  const looks = [looksLikeEmail, looksLikePhone, looksLikeDate];
  const isRecord = heads.some((cell) => looks.some((look) => look(cell)));
  const standsAbove = heads.some((head, column) => {
    const said = saidCells(rows, column, 1);
    return (
      hasLetters(head) && saidCells(rows, column, 0)[0] === head && looks.some((look) => said.length > 1 && said.every(look))
    );
  });
  return !isRecord && standsAbove ? 0 : null;
}

/** Guesses the columns by their heads and their contents. A person sees the guess and may change it. */
export function guessClientColumns(rows: Rows): ColumnMapping<ClientField> {
  const isHead = (cell: string) => clientFieldOf(cell) !== null;
  const isValue = (cell: string) => looksLikePhone(cell) || looksLikeEmail(cell);
  const headRow = findHeadRow(rows, { isHead, isValue }) ?? unknownHead(rows);
  if (headRow === null) {
    const first = rows.findIndex((cells) => !isNoRecord(cells, []));
    return { headRow, fields: guessByContents(rows, Math.max(first, 0)) };
  }
  return { headRow, fields: guessByHeads(rows, headRow) };
}
