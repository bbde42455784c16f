import { isOfferedBy } from '#domain/offers.ts';
import { serviceName } from '#domain/service-duration.ts';
import { i18n } from '#i18n/i18n.ts';
import type { Language } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { SalonPart } from './calendar-reads.ts';

type Event = LocalRow<'events'>;

/** The service that an appointment is for, where an employee does not offer it: its name. */
export function notOfferedBy(
  event: Pick<Event, 'service_id' | 'type'>,
  employee: string,
  services: SalonPart['services'],
  language: Language,
): string | null {
  const service = event.service_id && event.type !== 'blocking' ? services.get(event.service_id) : undefined;
  return service && !isOfferedBy(service, employee) ? serviceName(service, language) : null;
}

/** „не предлага „Брада““; empty: that is not so. */
export const notOfferedWords = (service: string | null): string =>
  service === null ? '' : i18n.t('visits:not_offered_short', { service });
