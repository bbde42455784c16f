/**
 * Compares barcodes. In shops they are numbers: the twelve digits of UPC-A 850018800012 are EAN-13 0850018800012 and, on a carton,
 * GTIN-14 00850018800012. A scanner says any of these by its own setting, and a spreadsheet drops the zeros. A barcode is stored as
 * it was typed or scanned.
 */

const NUMBER = /^\d+$/;

/** Returns the text by which a barcode is compared: the digits of a number without leading zeros, any other text as it is. */
export function barcodeKey(code: string): string {
  const text = code.trim();
  return NUMBER.test(text) ? text.replace(/^0+(?=\d)/, '') : text;
}

/** True if two barcodes are the same. An empty one equals no other. */
export const isSameBarcode = (one: string | null, other: string | null): boolean =>
  Boolean(one?.trim()) && Boolean(other?.trim()) && barcodeKey(one ?? '') === barcodeKey(other ?? '');

/** True if the typed text is a part of a barcode; with leading zeros, if the number begins so. */
export function barcodeHas(code: string, typed: string): boolean {
  const text = typed.trim();
  if (code.includes(text)) return true;
  return /^0\d+$/.test(text) && NUMBER.test(code.trim()) && barcodeKey(code).startsWith(barcodeKey(text));
}
