/** Finds the columns of a foreign table of clients by Bulgarian and English heads, else by their contents. */

import { type ColumnMapping, fieldOfHead, filledColumns, type Heads, mostLook, withoutRepeats } from './import-columns.ts';

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

/** Heads, letters only. „Име“ alone may hold both names, see below. */
const HEADS: Heads<ClientField> = {
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

const LOOKS = {
  phone: (text: string) => /^[+\d][\d\s()/.-]{5,}$/.test(text) && text.replace(/\D/g, '').length >= 6,
  email: (text: string) => /^\S+@\S+\.\S+$/.test(text),
  birth_date: (text: string) => /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(\s*г\.?)?$/.test(text),
  name: (text: string) => /^[\p{L}.'’-]+(\s+[\p{L}.'’-]+)+$/u.test(text),
  first_name: (text: string) => /^[\p{L}.'’-]+$/u.test(text),
} as const;

/** Returns the kind of at least half of the cells of a column. */
function lookOf(filled: readonly string[]): keyof typeof LOOKS | null {
  const looks = Object.keys(LOOKS) as (keyof typeof LOOKS)[];
  const order = ['birth_date', ...looks.filter((look) => look !== 'birth_date')] as (keyof typeof LOOKS)[];
  return order.find((look) => mostLook(filled, LOOKS[look])) ?? null;
}

/** Guesses the columns by their heads, else by their contents. A person sees the guess and may change it. */
export function guessClientColumns(rows: readonly (readonly string[])[]): ColumnMapping<ClientField> {
  const [first = []] = rows;
  const heads = first.map((head) => fieldOfHead(head, HEADS));
  const hasHead = heads.some((field) => field !== null) && !first.some((cell) => LOOKS.phone(cell) || LOOKS.email(cell));
  if (hasHead) {
    // Without „Фамилия“ „Име“ is the whole name; beside "Surname" "Name" is the first one.
    const hasLast = heads.includes('last_name');
    const settled = heads.map((field) => {
      if (field === 'first_name' && !hasLast) return 'name';
      return field === 'name' && hasLast && !heads.includes('first_name') ? 'first_name' : field;
    });
    return { hasHead, fields: withoutRepeats(settled, 'notes') };
  }
  let firstNames = 0;
  const fields = filledColumns(rows).map((filled): ClientField | null => {
    const look = lookOf(filled);
    if (look !== 'first_name') return look;
    firstNames += 1;
    return firstNames === 1 ? 'first_name' : firstNames === 2 ? 'last_name' : null;
  });
  const alone = fields.includes('first_name') && !fields.includes('last_name') && !fields.includes('name');
  const settled = alone ? fields.map((field) => (field === 'first_name' ? 'name' : field)) : fields;
  return { hasHead, fields: withoutRepeats(settled, 'notes') };
}
