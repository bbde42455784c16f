/** Phone numbers: accepted as they are dialled in Bulgaria, kept as E.164, shown in groups (src/README.md, “Phone numbers”). */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** E.164 of anything that can be read as a number (`0888…`, `00359…`, `+359…`, a foreign `+…`), else the text, trimmed. */
export function normalizePhone(input: string, country: 'BG' = 'BG'): string {
  const text = input.trim();
  // Words beside a number are no part of one: they are kept, not cut away.
  const number = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
  return number?.isPossible() && !number.ext ? number.number : text;
}

/** Whether this is E.164, and no text that only begins like it. */
export const isE164 = (phone: string): boolean => /^\+\d+$/.test(phone);

/** Whether what is typed where a name or a number may stand is a number, perhaps its beginning only. */
export const isTypedPhone = (text: string): boolean => /^[\d\s+()./-]+$/.test(text);

/** `0888 123 456` for a Bulgarian mobile, the usual grouping for other numbers, and what is no number as it is. */
export function displayPhone(phone: string | null | undefined): string {
  if (!phone) return '';
  const mobile = /^\+359([89]\d{2})(\d{3})(\d{3})$/.exec(phone);
  if (mobile) return `0${mobile[1]} ${mobile[2]} ${mobile[3]}`;
  if (!isE164(phone)) return phone;
  const number = parsePhoneNumberFromString(phone);
  if (!number) return phone;
  return number.country === 'BG' ? number.formatNational() : number.formatInternational();
}
