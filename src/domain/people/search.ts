/**
 * Finds a client as a Bulgarian front desk types: in Cyrillic, in the official transliteration, or in шльокавица (4=ч, 6=ш, q=я,
 * j=ж or й, w=в, y/u/a=ъ, c=ц); by any part of the name, by e-mail, or by any digits of the phone, the last ones first.
 *
 * Both sides are folded to one spelling close to the official transliteration; if a letter has several readings the word has
 * several keys. The list is searched in memory (a few ms for 20,000), never in the database.
 */
import type { Client } from '#schemas/clients.ts';
import { clientName } from './names.ts';

/** Letters with one reading. Any other stands for itself. */
const LETTERS: Readonly<Record<string, string>> = {
  а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'zh', з: 'z', и: 'i', й: 'i', к: 'k', л: 'l', м: 'm', н: 'n', о: 'o',
  п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'sht', ь: 'i', ю: 'iu', я: 'ia',
  э: 'e', ы: 'i', q: 'ia', w: 'v', y: 'i', 4: 'ch', 6: 'sh',
}; // biome-ignore format: a table reads better in rows

/** Letters with several readings, all of which are tried. */
const READINGS: Readonly<Record<string, readonly string[]>> = {
  ъ: ['a', 'u', 'i'],
  j: ['zh', 'i'],
  x: ['ks', 'h'],
  c: ['ts', 'k'],
};

/** A word with more ambiguous letters keeps the first reading of the rest: keys grow by multiplication. */
const MAX_KEYS = 12;

const settle = (word: string) =>
  word
    .replace(/ph/g, 'f')
    .replace(/tz/g, 'ts')
    .replace(/th/g, 't')
    .replace(/(.)\1+/g, '$1');

const folded = new Map<string, readonly string[]>();

/**
 * Returns the spellings under which one word is found. It takes digits and Latin or Cyrillic letters in any case; empty for
 * nothing. They are remembered, because a salon of 20,000 clients has only a few thousand different words.
 */
export function foldName(word: string): readonly string[] {
  const known = folded.get(word);
  if (known) return known;
  const keys = spellingsOf(word);
  if (folded.size > 50_000) folded.clear();
  folded.set(word, keys);
  return keys;
}

function spellingsOf(word: string): string[] {
  const plain = word.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  let keys = [''];
  for (let i = 0; i < plain.length; i++) {
    const letter = plain[i] ?? '';
    const pair = letter === 'c' && plain[i + 1] === 'h' ? 'ch' : letter === 'c' && plain[i + 1] === 'k' ? 'k' : null;
    const readings = READINGS[letter];
    if (pair !== null) {
      keys = keys.map((key) => key + pair);
      i++;
    } else if (readings && keys.length * readings.length <= MAX_KEYS) {
      keys = readings.flatMap((reading) => keys.map((key) => key + reading));
    } else {
      const only = readings?.[0] ?? LETTERS[letter] ?? letter;
      keys = keys.map((key) => key + only);
    }
  }
  return [...new Set(keys.map(settle))].filter((key) => key !== '');
}

/** True for a word of digits alone: it is part of a phone, or of a name with a number, and not шльокавица. */
const isNumber = (word: string) => /^\d+$/.test(word);
const keysOf = (word: string) => (isNumber(word) ? [word] : foldName(word));
const wordsOf = (text: string) => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

type Searchable = Pick<Client, 'id' | 'name' | 'first_name' | 'last_name' | 'email' | 'phone'>;

interface Entry<C> {
  readonly client: C;
  /** All keys of all words, each after a space. */
  readonly names: string;
  readonly email: string;
  readonly digits: string;
}

/** Clients prepared for the search. */
export interface ClientIndex<C extends Searchable = Searchable> {
  readonly entries: readonly Entry<C>[];
}

const known = new WeakMap<object, Entry<unknown>>();

/** Returns the keys of a word, each after a space. */
const keyText = (word: string): string =>
  keysOf(word)
    .map((key) => ` ${key}`)
    .join('');

function entryOf<C extends Searchable>(client: C): Entry<C> {
  const found = known.get(client);
  if (found) return found as Entry<C>;
  const own = client.name || client.first_name || client.last_name ? clientName(client) : '';
  const entry: Entry<C> = {
    client,
    names: wordsOf(own).map(keyText).join(''),
    email: client.email?.toLowerCase() ?? '',
    digits: client.phone ? nationalDigits(client.phone) : '',
  };
  known.set(client, entry);
  return entry;
}

/** Makes the list searchable, in the given order (by name). Known rows cost nothing. */
export function buildIndex<C extends Searchable>(clients: readonly C[]): ClientIndex<C> {
  return { entries: clients.map(entryOf) };
}

interface Token {
  readonly keys: readonly string[];
  /** The keys as beginnings of words of `names`: made once, and not for each of 20,000. */
  readonly starts: readonly string[];
  readonly raw: string;
  /** Digits of a phone, as typed and without the dialling prefix, or none. */
  readonly digits: readonly string[];
}

/**
 * Returns the digits of a phone by which search compares it: without the ways to dial Bulgaria (`+359`, `00359`, `359` as messengers show
 * it) and without a national 0.
 */
export function nationalDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.replace(/^(?:00)?359(?=\d)/, '').replace(/^0(?=\d)/, '');
}

/** One digit does not identify a phone. */
const MIN_DIGITS = 2;

function tokensOf(query: string): Token[] {
  const text = query.trim().toLowerCase();
  const looksLikePhone = /^[\d\s+()./-]+$/.test(text);
  const words = looksLikePhone ? [text] : text.split(/\s+/).filter(Boolean);
  return words.map((word) => {
    const all = word.replace(/\D/g, '');
    const isDigits = /^[\d\s+()./-]+$/.test(word) && all.length >= MIN_DIGITS;
    const parts = wordsOf(word);
    const keys = parts.length === 1 ? keysOf(parts[0] ?? '') : [];
    return {
      keys,
      starts: keys.map((key) => ` ${key}`),
      raw: word,
      digits: isDigits ? [...new Set([all, nationalDigits(word)])].filter((d) => d.length >= MIN_DIGITS) : [],
    };
  });
}

/** Ranks the match of names: 0 the first word begins so, 1 another word does, 2 a word contains it, −1 no match. */
function nameRank(names: string, { keys, starts }: Token): number {
  let best = -1;
  for (let i = 0; i < keys.length; i++) {
    // Most clients do not match at all, and one look is enough for them.
    if (!names.includes(keys[i] ?? '')) continue;
    const start = starts[i] ?? '';
    const rank = names.startsWith(start) ? 0 : names.includes(start) ? 1 : 2;
    if (best === -1 || rank < best) best = rank;
  }
  return best;
}

/** Ranks the match of digits of a phone: 0 at its end, 1 at its beginning, 3 within, −1 no match. */
function digitsRank(phone: string, typed: readonly string[]): number {
  if (typed.some((digits) => phone.endsWith(digits))) return 0;
  if (typed.some((digits) => phone.startsWith(digits))) return 1;
  return typed.some((digits) => phone.includes(digits)) ? 3 : -1;
}

/** Ranks the match of one word of the query: 0 best, 3 worst, −1 no match. */
function rankOf(entry: Entry<unknown>, token: Token): number {
  const name = nameRank(entry.names, token);
  const phone = token.digits.length > 0 && entry.digits !== '' ? digitsRank(entry.digits, token.digits) : -1;
  const best = name === -1 ? phone : phone === -1 ? name : Math.min(name, phone);
  if (best !== -1 && best <= 2) return best;
  return entry.email !== '' && entry.email.includes(token.raw) ? 2 : best;
}

/** Ranks an entry for all words of a query: the worst rank of a word, −1 if one does not match. */
function worstRank(entry: Entry<unknown>, tokens: readonly Token[]): number {
  let worst = 0;
  for (const token of tokens) {
    const rank = rankOf(entry, token);
    if (rank === -1) return -1;
    if (rank > worst) worst = rank;
  }
  return worst;
}

/** A name with a hyphen or an apostrophe is searched word by word. */
const queryTokens = (query: string) => tokensOf(query.replace(/(?<=\p{L})['’-](?=\p{L})/gu, ' '));

/**
 * Returns the clients that match every word of the query, best first, within a rank in the index's order. An empty query gives the
 * first `limit` of the index.
 */
export function searchClients<C extends Searchable>(index: ClientIndex<C>, query: string, limit = 50): C[] {
  const tokens = queryTokens(query);
  if (tokens.length === 0) return index.entries.slice(0, limit).map((entry) => entry.client);
  const ranks: C[][] = [[], [], [], []];
  for (const entry of index.entries) {
    const bucket = ranks[worstRank(entry, tokens)];
    if (bucket && bucket.length < limit) bucket.push(entry.client);
  }
  return ranks.flat().slice(0, limit);
}

/** True if a match of the one word surely matches the other too: each of its readings only adds letters to one of the other's. */
function narrows(token: Token, wider: Token): boolean {
  return (
    token.raw.includes(wider.raw) &&
    token.keys.every((key) => wider.keys.some((one) => key.startsWith(one))) &&
    token.digits.every((typed) => wider.digits.some((one) => typed.includes(one)))
  );
}

/**
 * Searches the same list letter by letter: an added letter searches only the clients found before it, and a removed one returns to
 * the former result. It finds what `searchClients` finds, without a limit.
 */
export function letterByLetter<C extends Searchable>(index: ClientIndex<C>): (query: string) => C[] {
  let steps: { readonly tokens: readonly Token[]; readonly entries: readonly Entry<C>[] }[] = [];
  return (query) => {
    const tokens = queryTokens(query);
    if (tokens.length === 0) return index.entries.map((entry) => entry.client);
    steps = steps.slice(
      0,
      steps.findLastIndex((step) => step.tokens.every((wider, n) => tokens[n] && narrows(tokens[n], wider))) + 1,
    );
    const ranks: C[][] = [[], [], [], []];
    const entries = (steps.at(-1)?.entries ?? index.entries).filter((entry) => {
      const rank = worstRank(entry, tokens);
      ranks[rank]?.push(entry.client);
      return rank !== -1;
    });
    steps.push({ tokens, entries });
    return ranks.flat();
  };
}

/**
 * Returns a function that ranks a text for a query, with the same folding, for lists of employees, services and products: 0 if each
 * word of the query begins a word of the text, 1 if each is part of one, −1 for no match. The query is folded once for all texts.
 */
export function textRanker(query: string): (text: string) => 0 | 1 | -1 {
  const tokens = tokensOf(query);
  return (text) => {
    const names = wordsOf(text).map(keyText).join('');
    if (tokens.every(({ starts }) => starts.some((start) => names.includes(start)))) return 0;
    const fits = tokens.every(({ keys, raw }) => keys.some((key) => names.includes(key)) || text.toLowerCase().includes(raw));
    return fits ? 1 : -1;
  };
}

/** Returns a function that tells if a text matches a query word by word (`textRanker`). */
export function textMatcher(query: string): (text: string) => boolean {
  const rank = textRanker(query);
  return (text) => rank(text) !== -1;
}

/** True if one text matches a query. */
export const matchesText = (text: string, query: string): boolean => textMatcher(query)(text);
