import type { Language } from '#schemas/constants.ts';
import type { Service } from '#schemas/services.ts';

/** Minutes of a service without a duration (document 3 §3, §9). */
export const DEFAULT_SERVICE_MINUTES = 60;

/** A service lasts at most a day, like a booking; the database holds the same. */
export const LONGEST_SERVICE_MINUTES = 1440;

/** Returns a service's duration in minutes; 60 if it has none. */
export function durationOf(service: { readonly duration: number | null } | null | undefined): number {
  const minutes = service?.duration;
  return minutes != null && minutes > 0 ? minutes : DEFAULT_SERVICE_MINUTES;
}

/** Returns a service's name in the interface's language, else the name that it has. */
export function serviceName(service: Pick<Service, 'name' | 'name_bg' | 'name_en'>, lang: Language): string {
  return (lang === 'en' ? service.name_en : service.name_bg) || service.name || service.name_bg || service.name_en || '';
}
