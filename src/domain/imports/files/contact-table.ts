/** Makes a table of contacts with our own heads, from a vCard or from a phone's contact picker. */
import { tableOf } from '#domain/imports/read-table.ts';

/** One person of an address book, as written there. */
export interface Contact {
  readonly firstName: string;
  readonly lastName: string;
  /** The preferred one comes first. */
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  readonly addresses: readonly ContactAddress[];
  /** Year, month and day, or `--05-21` without a year. */
  readonly birthDate: string;
  readonly notes: readonly string[];
}

/** A postal address of a contact. */
export interface ContactAddress {
  readonly street: string;
  readonly city: string;
}

/**
 * The heads of the table that contacts become, in the language of the person who reads it. The head of a second phone is "Phone
 * 2".
 */
export interface ContactHeads {
  /** The head of both names in one cell. */
  readonly name: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly email: string;
  readonly address: string;
  readonly city: string;
  readonly birthDate: string;
  readonly notes: string;
}

/** The heads without a person's language; `guessClientColumns` knows them. */
export const CONTACT_HEADS: ContactHeads = {
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  email: 'E-mail',
  address: 'Address',
  city: 'City',
  birthDate: 'Birth date',
  notes: 'Notes',
};

/** The most phones or e-mails of one contact that have columns of their own. The others go into its notes. */
const MOST_OF_A_KIND = 5;

/** Returns the first and the last name of a whole name: its first word, and the rest. */
export function namesOf(whole: string): Pick<Contact, 'firstName' | 'lastName'> {
  const [, firstName = '', lastName = ''] = /^(\S+)\s+([\s\S]+)$/u.exec(whole.trim()) ?? [];
  return firstName ? { firstName, lastName } : { firstName: whole.trim(), lastName: '' };
}

const numbered = (head: string, at: number): string => (at === 0 ? head : `${head} ${at + 1}`);
const addressText = ({ street, city }: ContactAddress): string => [street, city].filter(Boolean).join(', ');

/**
 * Returns the table of contacts, with its heads in the first row.
 * @throws TableTooLarge
 */
export function contactTable(contacts: readonly Contact[], heads: ContactHeads): string[][] {
  const places = (count: (one: Contact) => number) => {
    const most = contacts.reduce((highest, one) => Math.max(highest, count(one)), 1);
    return Array.from({ length: Math.min(most, MOST_OF_A_KIND) }, (_, at) => at);
  };
  const phones = places((one) => one.phones.length);
  const emails = places((one) => one.emails.length);
  const head = [
    ...[heads.firstName, heads.lastName],
    ...phones.map((at) => numbered(heads.phone, at)),
    ...emails.map((at) => numbered(heads.email, at)),
    ...[heads.address, heads.city, heads.birthDate, heads.notes],
  ];
  const rows = contacts.map((one) => {
    const [address = { street: '', city: '' }, ...others] = one.addresses;
    const notes = [
      ...one.notes,
      ...others.map((other) => `${heads.address}: ${addressText(other)}`),
      ...one.phones.slice(MOST_OF_A_KIND).map((phone) => `${heads.phone}: ${phone}`),
      ...one.emails.slice(MOST_OF_A_KIND).map((email) => `${heads.email}: ${email}`),
    ];
    return [
      ...[one.firstName, one.lastName],
      ...phones.map((at) => one.phones[at] ?? ''),
      ...emails.map((at) => one.emails[at] ?? ''),
      ...[address.street, address.city, one.birthDate, notes.join('\n')],
    ];
  });
  return tableOf([head, ...rows]);
}
