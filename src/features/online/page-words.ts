/** Words about the public page, and its numbers as people choose them. */
import type { TFunction } from 'i18next';
import { PageRefusal } from '#data/online/page-settings.ts';
import { AuthProblem, isUnreached } from '#data/session/auth-errors.ts';
import { i18n } from '#i18n/i18n.ts';
import { PAGE_BOUNDS } from '#schemas/online.ts';

/** Refusals with a text of their own (`refused` of `online.json`). */
const WORDED = [
  ...['slug', 'slug_taken', 'slug_reserved', 'slug_many', 'approved', 'service', 'employee', 'device', 'phone', 'address'],
];

/** Returns the text of a failed call about the page. */
export function pageFailureText(error: unknown): string {
  if (error instanceof PageRefusal && WORDED.includes(error.hint)) return i18n.t(`online:refused.${error.hint}`);
  if (isUnreached(error)) return i18n.t('auth:errors.network');
  if (error instanceof AuthProblem && error.code === 'too_many_requests') return i18n.t('auth:errors.too_many_requests');
  return error instanceof Error ? error.message : String(error);
}

type Said = TFunction<'online'>;

const DAY = 1440;

/** „2 часа преди“ of minutes before the start; days from two on, hours from one. */
export function beforeText(t: Said, minutes: number): string {
  if (minutes === 0) return t('before_none');
  if (minutes % DAY === 0 && minutes >= 2 * DAY) return t('before_days', { count: minutes / DAY });
  if (minutes % 60 === 0) return t('before_hours', { count: minutes / 60 });
  return t('before_minutes', { count: minutes });
}

/** The numbers that are offered; one that the page has is among them, whatever it is. */
export const NOTICES = [0, 60, 120, 240, 720, DAY, 2 * DAY, 7 * DAY] as const;
export const CANCELS = [0, 120, 240, 720, DAY, 2 * DAY, 3 * DAY, 7 * DAY] as const;
export const HORIZONS = [7, 14, 30, 60, 90, 180, PAGE_BOUNDS.horizon.most] as const;

export const withOwn = (offered: readonly number[], own: number): readonly number[] =>
  offered.includes(own) ? offered : [...offered, own].sort((a, b) => a - b);
