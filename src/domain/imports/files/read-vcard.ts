/** Reads contacts out of a vCard file (2.1, 3.0 and 4.0, RFC 6350), as iPhones, Android and Google write it; ical.js parses the properties. */
import ICAL from 'ical.js';
import { MOST_TABLE_ROWS, TableTooLarge } from '#domain/imports/read-table.ts';
import { cleanText } from '#schemas/clean-text.ts';
import { type Contact, type ContactAddress, namesOf } from './contact-table.ts';
import { cardsOf } from './vcard-lines.ts';

interface CardProperty {
  readonly name: string;
  readonly group: string;
  /** In small letters. */
  readonly types: readonly string[];
  readonly parameter: (name: string) => string;
  /** The parts of a structured value. Any other value has one part. */
  readonly parts: readonly string[];
}

const clean = (text: string): string => cleanText(text).trim();

/** Renames the birthday, so that it stays as it is written. ical.js would read a date, which a birthday without a year is not. */
const asText = (line: string): string => line.replace(/^((?:[\w-]+\.)?)bday(?=[;:])/i, '$1X-BIRTHDAY');

/** A property as ical.js gives it: name, parameters, type, and its values; a structured value is a list of parts. */
type ParsedProperty = [name: string, parameters: Record<string, string | string[]>, type: string, ...values: unknown[]];

/** Joins a value that an unescaped comma has split. ical.js leaves an escaped semicolon as it is. */
const joined = (text: unknown): string => clean([text].flat().join(',').replaceAll(String.raw`\;`, ';'));

/** Returns a property; null for a line that is none. */
function propertyOf(line: string): CardProperty | null {
  try {
    const [name, parameters, , ...values] = ICAL.parse.property(asText(line), ICAL.design.vcard3) as ParsedProperty;
    const parameter = (key: string) => [parameters[key] ?? ''].flat().join(',');
    const parts = values.length === 1 && Array.isArray(values[0]) ? values[0].map(joined) : [joined(values)];
    return { name, group: parameter('group'), types: parameter('type').toLowerCase().split(','), parameter, parts };
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

/** The year that Apple writes in a birthday without a year. */
const NO_YEAR = '1604';

function birthDateOf(property: CardProperty | undefined): string {
  const text = property?.parts[0] ?? '';
  const [, year = '', month = '', day = ''] = /^(\d{4}|-)-?(\d{2})-?(\d{2})(?:T.*)?$/i.exec(text) ?? [];
  if (!month) return text;
  const isKnown = year !== '-' && year !== NO_YEAR && year !== property?.parameter('x-apple-omit-year');
  return `${isKnown ? year : '-'}-${month}-${day}`;
}

/** Matches labels that say only that this is a phone. */
const PLAIN_LABEL =
  /^(?:_\$!<.*>!\$_|mobile|cell|home|work|main|phone|other|моб\S*|дом\S*|служ\S*|раб\S*|тел\S*|друг\S*|iphone)$/i;

/**
 * Returns the rank of a phone among those of a contact; the lowest is preferred. Messages reach mobile phones, and nobody answers
 * a fax.
 */
function phoneRank({ types, parameter }: CardProperty, label: string): number {
  const is = (...asked: string[]) => asked.some((type) => types.includes(type));
  if (is('fax', 'pager', 'x-fax') || /fax|pager/i.test(label)) return 4;
  const isPreferred = is('pref') || parameter('pref') !== '';
  if (is('cell', 'iphone') || /mobile/i.test(label)) return isPreferred ? 0 : 1;
  return isPreferred ? 2 : 3;
}

function phonesOf(properties: readonly CardProperty[], labels: ReadonlyMap<string, string>): string[] {
  const phones = properties
    .map((property) => {
      const number = (property.parts[0] ?? '').replace(/^tel:/i, '').replace(/;.*$/, '');
      const label = clean(property.parameter('x-label')) || (labels.get(property.group) ?? '');
      const said = label === '' || PLAIN_LABEL.test(label) ? number : `${number} (${label})`;
      return { said: number === '' ? '' : said, key: number.replace(/[^\d+]/g, '') || number, rank: phoneRank(property, label) };
    })
    .filter(({ said }) => said !== '')
    .sort((a, b) => a.rank - b.rank);
  const isFirst = ({ key }: { readonly key: string }, at: number) => phones.findIndex((one) => one.key === key) === at;
  return phones.filter(isFirst).map(({ said }) => said);
}

function emailsOf(properties: readonly CardProperty[]): string[] {
  const isPreferred = ({ types, parameter }: CardProperty) => types.includes('pref') || parameter('pref') === '1';
  const sorted = [...properties].sort((a, b) => Number(isPreferred(b)) - Number(isPreferred(a)));
  return [...new Set(sorted.map(({ parts }) => (parts[0] ?? '').replace(/^mailto:/i, '')))].filter((email) => email !== '');
}

function addressOf({ parts }: CardProperty): ContactAddress {
  const [box = '', extended = '', street = '', city = ''] = parts;
  const lines = [street, extended, box].filter((line) => line !== '').join(', ');
  return { street: lines.replace(/\s*[\r\n]+\s*/g, ', '), city };
}

/** Returns the name of a contact. A name that stands in one field as a whole is split. */
function nameOf(name: readonly string[], whole: string): Pick<Contact, 'firstName' | 'lastName'> {
  const [family = '', given = '', middle = '', prefix = ''] = name;
  const first = [prefix, given].filter(Boolean).join(' ');
  const last = [middle, family].filter(Boolean).join(' ');
  if (given && last) return { firstName: first, lastName: last };
  return namesOf([first, last].filter(Boolean).join(' ') || whole);
}

/**
 * Returns the nicknames of a contact. Android writes a nickname as a row of its own database, with the name in the second column.
 */
const nicknamesOf = (properties: readonly CardProperty[]): string[] =>
  properties.flatMap(({ name, parts }) => {
    if (name === 'nickname' || name === 'x-nickname') return parts;
    const [, own = ''] = /^vnd\.android\.cursor\.item\/nickname;([^;]*)/.exec(parts[0] ?? '') ?? [];
    return name === 'x-android-custom' && own ? [own] : [];
  });

function contactOf(lines: readonly string[]): Contact {
  const properties = lines.map(propertyOf).filter((property) => property !== null);
  const all = (name: string) => properties.filter((property) => property.name === name);
  const textOf = (name: string) => all(name).flatMap(({ parts }) => parts.filter(Boolean));
  const labels = new Map(all('x-ablabel').map(({ group, parts }) => [group, parts[0] ?? '']));
  const nicknames = nicknamesOf(properties);
  const company = textOf('org').join(', ');
  const whole = textOf('fn')[0] ?? '';
  const { firstName, lastName } = nameOf(all('n')[0]?.parts ?? [], whole);
  const isPerson = firstName !== '' && (company === '' || whole !== company);
  return {
    firstName: isPerson ? firstName : company || (nicknames[0] ?? ''),
    lastName: isPerson ? lastName : '',
    phones: phonesOf(all('tel'), labels),
    emails: emailsOf(all('email')),
    addresses: all('adr')
      .map(addressOf)
      .filter(({ street, city }) => street !== '' || city !== ''),
    birthDate: birthDateOf(all('x-birthday')[0]),
    notes: [...textOf('note'), ...(isPerson ? [...nicknames, company] : []), ...textOf('title')].filter(Boolean),
  };
}

const saysSomething = (contact: Contact): boolean => Object.values(contact).some((value) => value.length > 0);

/**
 * Returns the contacts of a vCard file, in its order. A property that cannot be read is left out.
 * @throws TableTooLarge
 */
export function readVcards(text: string): Contact[] {
  const cards = cardsOf(text);
  if (cards.length > MOST_TABLE_ROWS) throw new TableTooLarge('rows');
  return cards.map(contactOf).filter(saysSomething);
}
