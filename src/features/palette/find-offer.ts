/** Which services and products the search shows: by name in either language and script, a product by its barcode, too. */
import { compareNames } from '#domain/people/names.ts';
import { textRanker } from '#domain/people/search.ts';
import { barcodeHas } from '#domain/stock/barcodes.ts';

interface ServiceNames {
  readonly name: string;
  readonly name_bg: string | null;
  readonly name_en: string | null;
}

export interface FoundServices<S> {
  /** Those with a word that begins as asked come first, then by name. */
  readonly services: readonly S[];
  /** True if the query is the beginning of a service's words, and so hardly the name of somebody. */
  readonly isService: boolean;
}

/** Of so few letters nobody knows yet what they become. */
const LEAST_LETTERS = 3;

export function findServices<S extends ServiceNames>(all: readonly S[], query: string): FoundServices<S> {
  if (query.trim() === '') return { services: [], isService: false };
  const rank = textRanker(query);
  const found = all.flatMap((service) => {
    const ranks = [service.name_bg, service.name_en, service.name].flatMap((name) => (name ? rank(name) : []));
    const best = ranks.includes(0) ? 0 : ranks.includes(1) ? 1 : null;
    return best === null ? [] : [{ service, best }];
  });
  const sorted = found.sort((a, b) => a.best - b.best || compareNames(a.service.name, b.service.name));
  const isService = query.trim().length >= LEAST_LETTERS && sorted[0]?.best === 0;
  return { services: sorted.map(({ service }) => service), isService };
}

/** A barcode is known by no fewer digits. */
const LEAST_DIGITS = 4;

export function findProducts<P extends { readonly name: string; readonly barcode: string | null }>(
  all: readonly P[],
  query: string,
): readonly P[] {
  const text = query.trim();
  if (text === '') return [];
  const rank = textRanker(text);
  const isCode = new RegExp(`^\\d{${LEAST_DIGITS},}$`).test(text);
  const found = all.flatMap((product) => {
    const best = isCode && product.barcode !== null && barcodeHas(product.barcode, text) ? 0 : rank(product.name);
    return best === -1 ? [] : [{ product, best }];
  });
  return found.sort((a, b) => a.best - b.best || compareNames(a.product.name, b.product.name)).map(({ product }) => product);
}
