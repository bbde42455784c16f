/** Units of products, as every screen says them. */
import type { TFunction } from 'i18next';

/** The units that have a name in each language, as they are stored. */
export const UNITS = ['g', 'ml', 'pcs'] as const;
type Unit = (typeof UNITS)[number];

const SPELLINGS: Readonly<Record<string, Unit>> = { g: 'g', г: 'g', ml: 'ml', мл: 'ml', pcs: 'pcs', 'бр.': 'pcs' };

/** The unit of ours that is meant, grams by default (document 2 §9); null: the salon's own. */
export const namedUnit = (unit: string): Unit | null => SPELLINGS[unit || 'g'] ?? null;

/** A unit that has no name here is shown as stored. */
export function unitText(unit: string, t: TFunction<'products'>): string {
  const named = namedUnit(unit);
  return named ? t(`unit_${named}`) : unit;
}

/** The same for the rows of a long list: each unit is asked for once. */
export function unitTexts(t: TFunction<'products'>): (unit: string) => string {
  const known = new Map<string, string>();
  return (unit) => {
    const text = known.get(unit) ?? unitText(unit, t);
    known.set(unit, text);
    return text;
  };
}
