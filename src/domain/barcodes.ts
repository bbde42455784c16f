/**
 * Barcodes in shops are numbers: the twelve digits of UPC-A 850018800012 are EAN-13 0850018800012 and, on a carton, GTIN-14
 * 00850018800012. Which of them a scanner says is its own setting, and a spreadsheet drops the zeros. What is kept is as it was typed or scanned.
 */

const NUMBER = /^\d+$/;

/** What a barcode is compared by: of a number its digits without leading zeros, of any other the text. */
export function barcodeKey(code: string): string {
  const text = code.trim();
  return NUMBER.test(text) ? text.replace(/^0+(?=\d)/, '') : text;
}

/** Whether two barcodes are one; no barcode is none other's. */
export const isSameBarcode = (one: string | null, other: string | null): boolean =>
  Boolean(one?.trim()) && Boolean(other?.trim()) && barcodeKey(one ?? '') === barcodeKey(other ?? '');

/** Whether what is typed is any part of a barcode; with leading zeros, whether the number begins so. */
export function barcodeHas(code: string, typed: string): boolean {
  const text = typed.trim();
  if (code.includes(text)) return true;
  return /^0\d+$/.test(text) && NUMBER.test(code.trim()) && barcodeKey(code).startsWith(barcodeKey(text));
}
