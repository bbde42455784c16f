/** Reads what other programs write into the texts of an entry: who comes, their phone, the service, the employee, and the price. */
import { onceEach } from '#domain/imports/once-each.ts';
import { isEmail } from '#domain/people/email.ts';
import { isE164, normalizePhone } from '#domain/people/phones.ts';

/** The subject of a line of a description. */
type Label = 'client' | 'phone' | 'email' | 'service' | 'employee' | 'price' | 'status';

/** Words before the colon of a line, in lower case and letters only. */
const LABELS: Readonly<Record<Label, readonly string[]>> = {
  client: ['клиент', 'клиентка', 'имеклиент', 'именаклиента', 'име', 'имена', 'имеифамилия', 'client', 'clientname', 'customer', 'customername', 'name', 'fullname', 'invitee', 'inviteename', 'guest', 'guestname', 'patient', 'bookedby', 'who'],
  phone: ['телефон', 'тел', 'телклиент', 'телефоннаклиента', 'телефонклиент', 'телефоннномер', 'телефоненномер', 'моб', 'мобилен', 'мобилентелефон', 'gsm', 'гсм', 'phone', 'phonenumber', 'mobile', 'mobilenumber', 'mobilephone', 'cell', 'cellphone', 'tel', 'telephone', 'clientphone', 'customerphone', 'contact', 'contactnumber', 'sms', 'textmessagenumber'],
  email: ['имейл', 'мейл', 'емейл', 'имейладрес', 'email', 'mail', 'emailaddress', 'clientemail', 'customeremail', 'inviteeemail'],
  service: ['услуга', 'услуги', 'процедура', 'процедури', 'service', 'services', 'servicename', 'treatment', 'treatments', 'appointmenttype', 'eventname', 'eventtype', 'type', 'what'],
  employee: ['служител', 'специалист', 'изпълнител', 'фризьор', 'фризьорка', 'козметик', 'маникюрист', 'майстор', 'staff', 'staffmember', 'teammember', 'employee', 'provider', 'stylist', 'specialist', 'therapist', 'with', 'calendar'],
  price: ['цена', 'сума', 'стойност', 'price', 'cost', 'total', 'amount'],
  status: ['статус', 'състояние', 'status'],
}; // biome-ignore format: a table reads better in rows

const labelOf = (text: string): Label | null => {
  const plain = text.toLowerCase().replace(/[^\p{L}]/gu, '');
  return (Object.keys(LABELS) as Label[]).find((label) => LABELS[label].includes(plain)) ?? null;
};

const ENTITIES: Readonly<Record<string, string>> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", apos: "'" };

/** Returns the lines of a description, which Google and Outlook write as HTML. */
export function plainLines(text: string): string[] {
  const plain = text
    .replace(/<br\s*\/?>|<\/(?:p|div|li|tr|h\d)>/gi, '\n')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/&(nbsp|amp|lt|gt|quot|apos|#39);/gi, (_, name: string) => ENTITIES[name.toLowerCase()] ?? '');
  return plain
    .split(/\r\n|\n|\r/)
    .map((line) => line.replace(/\s+/gu, ' ').trim())
    .filter((line) => line !== '');
}

/** The labelled lines of a description, and all others. */
export interface DescribedEntry {
  readonly labels: Readonly<Partial<Record<Label, string>>>;
  readonly others: readonly string[];
}

/** Reads „Клиент: Мария Иванова“. Of two lines with one label the first counts; the other one stays an ordinary line. */
export function describedBy(lines: readonly string[]): DescribedEntry {
  const labels: Partial<Record<Label, string>> = {};
  const others: string[] = [];
  for (const line of lines) {
    const [, head = '', value = ''] = /^([\p{L}\s./-]{2,30}?)\s*:\s*(\S.*)$/u.exec(line) ?? [];
    const label = head === '' ? null : labelOf(head);
    if (label === null || labels[label] !== undefined) others.push(line);
    else labels[label] = value;
  }
  return { labels, others };
}

/** Digits with what people write between them, beginning as a phone does: `0`, `00`, `+`, or a Bulgarian mobile without its 0. */
const PHONE = /(?<!\d)(?:\+|0|8[789]|9[89])[\d\s()/.-]{6,22}\d(?!\d)/gu;
const DATE = /\d{1,4}[./-]\d{1,2}[./-]\d{2,4}(?:\s+\d{1,2}[:.]\d{2})?/g;
const FEWEST_DIGITS = 9;

/** A phone in a text, and the way it is written there. */
export interface FoundPhone {
  /** E.164. */
  readonly phone: string;
  readonly written: string;
}

/** Returns the first phone of a text; null if there is none. Dates and times are none. */
export const phoneIn = onceEach((text): FoundPhone | null => {
  const plain = text.replace(DATE, (date) => '·'.repeat(date.length));
  for (const { index, 0: found } of plain.matchAll(PHONE)) {
    const written = text.slice(index, index + found.length);
    const digits = found.replace(/\D/g, '');
    const phone = normalizePhone(/^[89]/.test(digits) && digits.length === FEWEST_DIGITS ? `0${digits}` : found);
    if (digits.length >= FEWEST_DIGITS && isE164(phone)) return { phone, written };
  }
  return null;
});

/** Returns the first e-mail address of a text; null if there is none. */
export const emailIn = (text: string): string | null =>
  ((text.includes('@') ? text.match(/[^\s<>()[\],;:"]+@[^\s<>()[\],;:"]+/gu) : null) ?? []).find(isEmail) ?? null;

/** Returns true if the text in place of a name names nobody: "walk-in", „без име“. */
export const isNobody = (name: string): boolean =>
  /^(?:walk[\s-]*in(?:\s+client)?|без клиент|без име|непознат[аи]?|няма|none|n\/a|unknown|no client|[\s–—-]*)$/iu.test(
    name.trim(),
  );
