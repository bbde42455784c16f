/** Whether a text is shaped like an e-mail address: what the browser's own field of email type would accept, with a dot in the host. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>()[\]\\,;:"]+@[^\s@.]+(\.[^\s@.]+)+$/u.test(text);
}
