/** True if a text has the form of an e-mail address: what the browser's own email field accepts, with a dot in the host. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>()[\]\\,;:"]+@[^\s@.]+(\.[^\s@.]+)+$/u.test(text);
}
