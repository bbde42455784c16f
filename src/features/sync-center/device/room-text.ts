import type { TFunction } from 'i18next';
import type { Room } from '#data/browser/device-storage.ts';
import type { Language } from '#schemas/constants.ts';

const MB = 1_000_000;
const GB = 1_000_000_000;

interface Size {
  readonly number: string;
  readonly unit: 'MB' | 'GB';
}

function sizeOf(bytes: number, language: Language): Size {
  const big = bytes >= GB;
  const value = bytes / (big ? GB : MB);
  const digits = big && value < 10 ? 1 : 0;
  return { number: new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value), unit: big ? 'GB' : 'MB' };
}

/** „246 MB“, „1,4 GB“; below one megabyte only that. */
export function bytesText(bytes: number, language: Language, t: TFunction<'sync'>): string {
  if (bytes < MB) return t('under_mb');
  const { number, unit } = sizeOf(bytes, language);
  return `${number} ${unit}`;
}

/** „48 от 512 MB“; both units where they differ. */
export function roomText({ used, quota }: Room, language: Language, t: TFunction<'sync'>): string {
  const a = sizeOf(used, language);
  const b = sizeOf(quota, language);
  const first = used < MB ? t('under_mb') : a.unit === b.unit ? a.number : `${a.number} ${a.unit}`;
  return t('used_of', { used: first, quota: `${b.number} ${b.unit}` });
}
