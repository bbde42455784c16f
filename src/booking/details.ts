/** The details that a visitor writes, and their faults. Pure but for the rules of the world's phone numbers, which come with the form. */
import { isEmail } from '#domain/people/email.ts';
import { isE164, normalizePhone } from '#domain/people/phones.ts';
import { cleanText } from '#schemas/clean-text.ts';
import { LONGEST_VISITOR_NOTE, VISITOR_NAME } from '#schemas/online.ts';

export interface Details {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly note: string;
  readonly agreed: boolean;
}

/** As the server takes it. */
export const LONGEST_EMAIL = 200;

/** The fields in the order in which they stand, each with the key of its fault. */
export type Faults = Partial<Record<keyof Details, string>>;

/** The details as the server takes them: trimmed, the phone as E.164, nothing as null. */
export interface SentDetails {
  readonly name: string;
  readonly phone: string;
  readonly email: string | null;
  readonly note: string | null;
}

const lengthOf = (text: string) => [...text].length;
/** In one line, without what nobody sees. */
const oneLine = (text: string) =>
  cleanText(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Returns a note as it is sent: lines stay, other control characters go. */
export const sentNote = (text: string): string =>
  cleanText(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim();

export function sentDetails({ name, phone, email, note }: Details): SentDetails {
  return {
    name: oneLine(name),
    phone: normalizePhone(oneLine(phone)),
    email: oneLine(email) || null,
    note: sentNote(note) || null,
  };
}

/** @param asked what the salon asks for */
export function detailFaults(details: Details, asked: { email: boolean; policy: boolean }): Faults {
  const { name, phone, email, note } = sentDetails(details);
  const faults: Faults = {};
  if (lengthOf(name) < VISITOR_NAME.least) faults.name = 'name_short';
  else if (lengthOf(name) > VISITOR_NAME.most) faults.name = 'name_long';
  if (!isE164(phone)) faults.phone = 'phone_wrong';
  if (email === null && asked.email) faults.email = 'email_required';
  else if (email !== null && (!isEmail(email) || email.length > LONGEST_EMAIL)) faults.email = 'email_wrong';
  if (note !== null && lengthOf(note) > LONGEST_VISITOR_NOTE) faults.note = 'note_long';
  if (asked.policy && !details.agreed) faults.agreed = 'policy_needed';
  return faults;
}
