import { cleanText } from '#schemas/clean-text.ts';

/**
 * What stands in a field, without the signs that nobody sees (`cleanText`); they leave the field as well, and the cursor stays between
 * the letters where it was. Every field of text is read by this alone, but for passwords, which are kept to the letter.
 */
export function typedText(field: HTMLInputElement | HTMLTextAreaElement): string {
  const { value, selectionStart: at } = field;
  const cleaned = cleanText(value);
  if (cleaned === value) return value;
  field.value = cleaned;
  // A field for an e-mail address has no cursor that one could ask for.
  if (at !== null) {
    const now = cleanText(value.slice(0, at)).length;
    field.setSelectionRange(now, now);
  }
  return cleaned;
}
