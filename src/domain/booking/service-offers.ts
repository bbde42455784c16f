/** Tells who offers a service, and its duration and price with an employee (schemas/own-terms.ts). */
import type { Currency } from '#schemas/constants.ts';
import { readOfferers, readOwnTerms } from '#schemas/own-terms.ts';
import type { Service } from '#schemas/services.ts';
import { type ExtraTimes, fittingTimes } from './busy-spans.ts';
import { durationOf } from './service-duration.ts';

/** The fields of a service that these rules need. */
export type Offered = Pick<Service, 'duration' | 'price' | 'currency' | 'resource_ids' | 'own_terms'> & ExtraTimes;

/** True if an employee offers a service; everybody does if nobody is named. */
export function isOfferedBy({ resource_ids }: Pick<Service, 'resource_ids'>, resourceId: string): boolean {
  return resource_ids === null || (readOfferers(resource_ids)?.includes(resourceId) ?? true);
}

/** The initial values of a booking of a service with one employee. */
export interface Terms {
  /** Minutes. */
  readonly minutes: number;
  /** An amount with two decimals. */
  readonly price: number;
  readonly currency: Currency;
  readonly times: Required<ExtraTimes>;
}

/** Returns the employee's terms, or the service's own without them. Waiting that does not fit into the employee's duration goes. */
export function termsWith(service: Offered, resourceId: string | null): Terms {
  const own = service.own_terms ? readOwnTerms(service.own_terms)?.find(({ resource }) => resource === resourceId) : undefined;
  const minutes = own?.duration ?? durationOf(service);
  const { price, currency } =
    own && own.price !== null && own.currency !== null ? { price: own.price, currency: own.currency } : service;
  return { minutes, price, currency, times: fittingTimes(minutes, service) };
}
