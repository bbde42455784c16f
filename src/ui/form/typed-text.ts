import { cleanText } from '#schemas/clean-text.ts';

/**
 * Reads a field without invisible characters (`cleanText`) and removes them from the field, too; the cursor stays between the same letters.
 * Every text field is read by this function, except passwords, which are kept to the letter.
 */
export function typedText(field: HTMLInputElement | HTMLTextAreaElement): string {
  const { value, selectionStart: at } = field;
  const cleaned = cleanText(value);
  if (cleaned === value) return value;
  field.value = cleaned;
  // The browser does not tell the cursor of a field for an e-mail address.
  if (at !== null) {
    const now = cleanText(value.slice(0, at)).length;
    field.setSelectionRange(now, now);
  }
  return cleaned;
}
