/** The choices of the public page: what there is, how long it takes, what it costs. Pure. */
import { type Money, sumsOf, toMinor } from '#domain/money/money.ts';
import type { PublicEmployee, PublicSalon, PublicService } from '#schemas/online.ts';

/** The visitor's choice so far. */
export interface BookingChoice {
  /** In the order in which they are done. */
  readonly services: readonly string[];
  /** Null: whoever is free; undefined: not chosen yet. */
  readonly resource: string | null | undefined;
  /** ISO UTC. */
  readonly start: string | null;
}

export const NO_CHOICE: BookingChoice = { services: [], resource: undefined, start: null };

/** The part of a salon's page that these rules need. */
export type PublicOffer = Pick<PublicSalon, 'services' | 'employees' | 'any'>;

/** Returns the chosen services in their order. */
export const servicesChosen = ({ services }: Pick<PublicOffer, 'services'>, ids: readonly string[]): readonly PublicService[] =>
  ids.flatMap((id) => services.find((service) => service.id === id) ?? []);

/** Returns whom one can choose for these services; null is whoever is free, of whom each may do another one of them. */
export function choicesOfWhom(
  { employees, any }: PublicOffer,
  services: readonly PublicService[],
): readonly (PublicEmployee | null)[] {
  const offerers = employees.filter(({ id }) => services.every(({ offered_by }) => offered_by.includes(id)));
  const isOffered = services.every(({ offered_by }) => offered_by.length > 0);
  return any && isOffered ? [null, ...offerers] : offerers;
}

/** How long something takes and what it costs, over all who may do it. */
export interface OfferExtent {
  /** Minutes, the fewest and the most. */
  readonly minutes: readonly [least: number, most: number];
  /** Null where no price is shown, or where currencies differ by employee, so that there is no least one. */
  readonly price: { readonly least: readonly Money[]; readonly isFrom: boolean } | null;
}

interface Terms {
  readonly minutes: number;
  readonly money: Money | null;
}

const moneyOf = ({ price, currency }: Pick<PublicService, 'price' | 'currency'>): Money | null =>
  price === null || currency === null ? null : { amount: price, currency };

function termsOf(service: PublicService, resource: string): Terms {
  const own = service.own.find((one) => one.resource === resource) ?? service;
  return { minutes: own.minutes, money: moneyOf(own) };
}

/** Returns the least of amounts in one currency, and if it is the only one; null where they cannot be compared. */
function leastOf(amounts: readonly (Money | null)[]): { least: Money; isFrom: boolean } | null {
  const [first = null] = amounts;
  if (first === null) return null;
  let least = first;
  for (const one of amounts) {
    if (one === null || one.currency !== first.currency) return null;
    if (toMinor(one.amount) < toMinor(least.amount)) least = one;
  }
  return { least, isFrom: amounts.some((one) => one !== null && toMinor(one.amount) !== toMinor(least.amount)) };
}

/** Returns what services last and cost together. @param resource the employee; null: whoever offers them */
export function extentOf(services: readonly PublicService[], resource: string | null): OfferExtent {
  const each = services.map((service) => {
    const terms = (resource === null ? service.offered_by : [resource]).map((id) => termsOf(service, id));
    const all = terms.length > 0 ? terms : [{ minutes: service.minutes, money: moneyOf(service) }];
    const minutes = all.map((one) => one.minutes);
    return { least: Math.min(...minutes), most: Math.max(...minutes), price: leastOf(all.map(({ money }) => money)) };
  });
  const prices = each.flatMap(({ price }) => price ?? []);
  const sum = (minutes: readonly number[]) => minutes.reduce((total, one) => total + one, 0);
  return {
    minutes: [sum(each.map(({ least }) => least)), sum(each.map(({ most }) => most))],
    price:
      prices.length < each.length || each.length === 0
        ? null
        : { least: sumsOf(prices.map(({ least }) => least)), isFrom: prices.some(({ isFrom }) => isFrom) },
  };
}

/** Services of one group. */
export interface OfferedGroup {
  /** Null for those without a group. */
  readonly name: string | null;
  readonly services: readonly PublicService[];
}

/** Returns the services in their groups, in the order in which these come first; those without a group stand at the end. */
export function inGroups(services: readonly PublicService[]): readonly OfferedGroup[] {
  const groups = new Map<string | null, PublicService[]>();
  for (const service of services) groups.set(service.category, [...(groups.get(service.category) ?? []), service]);
  const all = [...groups].map(([name, of]) => ({ name, services: of }));
  return [...all.filter(({ name }) => name !== null), ...all.filter(({ name }) => name === null)];
}
