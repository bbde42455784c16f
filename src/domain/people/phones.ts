/** Phone numbers: accepted as they are dialled in Bulgaria, stored as E.164, shown in groups (src/README.md, “Phone numbers”). */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Returns E.164 of anything that reads as a number (`0888…`, `00359…`, `+359…`, a foreign `+…`), else the trimmed text. */
export function normalizePhone(input: string, country: 'BG' = 'BG'): string {
  const text = input.trim();
  // Words beside a number are no part of it, and they are kept and not cut away.
  const number = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
  return number?.isPossible() && !number.ext ? number.number : text;
}

/** True if this is E.164, and no text that only begins like it. */
export const isE164 = (phone: string): boolean => /^\+\d+$/.test(phone);

/** True if a text typed where a name or a number may stand is a number, or its beginning. */
export const isTypedPhone = (text: string): boolean => /^[\d\s+()./-]+$/.test(text);

/** Writes `0888 123 456` for a Bulgarian mobile, the usual groups for other numbers, and any other text as it is. */
export function displayPhone(phone: string | null | undefined): string {
  if (!phone) return '';
  const mobile = /^\+359([89]\d{2})(\d{3})(\d{3})$/.exec(phone);
  if (mobile) return `0${mobile[1]} ${mobile[2]} ${mobile[3]}`;
  if (!isE164(phone)) return phone;
  const number = parsePhoneNumberFromString(phone);
  if (!number) return phone;
  return number.country === 'BG' ? number.formatNational() : number.formatInternational();
}
