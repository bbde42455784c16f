/** Which column of a foreign table holds what of a client: guessed from Bulgarian and English heads, else from what stands in it. */

export const IMPORT_FIELDS = [
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
/** `name`: first and last name in one cell. */
export type ImportField = (typeof IMPORT_FIELDS)[number];

export interface Columns {
  /** The first row names the columns. */
  readonly hasHead: boolean;
  /** By column; null: it is left out. No field stands twice, but for the notes. */
  readonly fields: readonly (ImportField | null)[];
}

/** Heads without anything but letters. „Име“ alone may hold both names: see below. */
const HEADS: Readonly<Record<ImportField, readonly string[]>> = {
  name: ['иметоифамилия', 'имеифамилия', 'имефамилия', 'именафамилия', 'клиент', 'клиентка', 'имена', 'триимена', 'пълноиме', 'имеклиент', 'имеnaклиента', 'именаклиента', 'fullname', 'name', 'client', 'clientname', 'customer', 'customername', 'contact', 'displayname'],
  first_name: ['име', 'собственоиме', 'малкоиме', 'първоиме', 'firstname', 'givenname', 'forename', 'first'],
  last_name: ['фамилия', 'фамилноиме', 'презимеифамилия', 'lastname', 'surname', 'familyname', 'last'],
  phone: ['телефон', 'тел', 'телефони', 'телефоненномер', 'телномер', 'телефонномер', 'мобилен', 'мобилентелефон', 'мобилентел', 'gsm', 'гсм', 'джиесем', 'phone', 'phonenumber', 'mobile', 'mobilephone', 'mobilenumber', 'cell', 'cellphone', 'telephone', 'tel', 'contactnumber'],
  email: ['имейл', 'имейладрес', 'мейл', 'майл', 'емайл', 'еmail', 'епоща', 'електроннапоща', 'поща', 'email', 'mail', 'emailaddress'],
  address: ['адрес', 'улица', 'домашенадрес', 'address', 'street', 'streetaddress', 'addressline'],
  city: ['град', 'населеномясто', 'гр', 'city', 'town'],
  birth_date: ['датанараждане', 'роденна', 'родена', 'роден', 'рожденден', 'рожденадата', 'рожденнадата', 'ражданедата', 'дн', 'birthdate', 'dateofbirth', 'birthday', 'dob', 'born'],
  notes: ['бележки', 'бележка', 'забележка', 'забележки', 'коментар', 'коментари', 'допълнителнаинформация', 'notes', 'note', 'comment', 'comments', 'remarks', 'description'],
}; // biome-ignore format: a table reads better in rows

const plain = (head: string) => head.toLowerCase().replace(/[^\p{L}]/gu, '');
const fieldOfHead = (head: string): ImportField | null =>
  IMPORT_FIELDS.find((field) => HEADS[field].includes(plain(head))) ?? null;

/** Rows that are looked at where no head says what a column is. */
const LOOKED_AT = 50;
const LOOKS = {
  phone: (text: string) => /^[+\d][\d\s()/.-]{5,}$/.test(text) && text.replace(/\D/g, '').length >= 6,
  email: (text: string) => /^\S+@\S+\.\S+$/.test(text),
  birth_date: (text: string) => /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(\s*г\.?)?$/.test(text),
  name: (text: string) => /^[\p{L}.'’-]+(\s+[\p{L}.'’-]+)+$/u.test(text),
  first_name: (text: string) => /^[\p{L}.'’-]+$/u.test(text),
} as const;

/** What fills at least half of a column. */
function lookOf(cells: readonly string[]): keyof typeof LOOKS | null {
  const filled = cells.filter((cell) => cell !== '');
  const looks = Object.keys(LOOKS) as (keyof typeof LOOKS)[];
  const order = ['birth_date', ...looks.filter((look) => look !== 'birth_date')] as (keyof typeof LOOKS)[];
  return order.find((look) => filled.length > 0 && filled.filter(LOOKS[look]).length * 2 >= filled.length) ?? null;
}

function withoutRepeats(fields: readonly (ImportField | null)[]): (ImportField | null)[] {
  const seen = new Set<ImportField>();
  return fields.map((field) => {
    if (field === null || (field !== 'notes' && seen.has(field))) return null;
    seen.add(field);
    return field;
  });
}

/** A guess that a person sees and may change. */
export function guessColumns(rows: readonly (readonly string[])[]): Columns {
  const [first = []] = rows;
  const heads = first.map(fieldOfHead);
  const hasHead = heads.some((field) => field !== null) && !first.some((cell) => LOOKS.phone(cell) || LOOKS.email(cell));
  if (hasHead) {
    // „Име“ beside no „Фамилия“ is the whole name; "Name" beside "Surname" is the first one.
    const hasLast = heads.includes('last_name');
    const settled = heads.map((field) => {
      if (field === 'first_name' && !hasLast) return 'name';
      return field === 'name' && hasLast && !heads.includes('first_name') ? 'first_name' : field;
    });
    return { hasHead, fields: withoutRepeats(settled) };
  }
  const looked = rows.slice(0, LOOKED_AT);
  let firstNames = 0;
  const fields = first.map((_, column): ImportField | null => {
    const look = lookOf(looked.map((row) => row[column] ?? ''));
    if (look !== 'first_name') return look;
    firstNames += 1;
    return firstNames === 1 ? 'first_name' : firstNames === 2 ? 'last_name' : null;
  });
  const alone = fields.includes('first_name') && !fields.includes('last_name') && !fields.includes('name');
  return { hasHead, fields: withoutRepeats(alone ? fields.map((field) => (field === 'first_name' ? 'name' : field)) : fields) };
}
