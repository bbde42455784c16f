/**
 * „200 мл“, „10 × 6 ml“, „1,5 л“ at the end of a name, with what stands before it: a number, or a number of pieces times one, and a
 * unit. Longer ones are no size that a person would miss.
 */
const SIZE =
  /\s+(?:\d{1,3}\s*[×xх*]\s*)?\d{1,5}(?:[.,]\d{1,2})?\s*(?:мл|ml|cl|сл|л|l|гр|gr|г|g|кг|kg|бр|броя|pcs|см|cm|мм|mm|м|m|oz|vol)\.?\s*$/iu;

/** The longest size with the space before it; the rest of a name is not looked through. */
const LONGEST = 24;

/**
 * Divides the name of a product so that a narrow list can shorten its beginning and still tell two sizes of one product apart.
 * @returns the beginning and, with the space before it, the size; an empty size where the name ends with none or has nothing else.
 *   Together they are the name
 */
export function withSize(name: string): readonly [beginning: string, size: string] {
  const end = Math.max(0, name.length - LONGEST);
  const at = name.slice(end).search(SIZE);
  const beginning = name.slice(0, end + at);
  return at >= 0 && beginning.trim() !== '' ? [beginning, name.slice(end + at)] : [name, ''];
}
