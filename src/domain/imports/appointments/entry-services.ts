/**
 * Finds the service of an entry: the one with the longest name, in either language, all words of which stand in the entry's text.
 */
import { isOfferedBy } from '#domain/booking/service-offers.ts';
import type { Service } from '#schemas/services.ts';

/** Returns the words of a text as they are compared. */
export const wordsOfText = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the text by which a choice of a person is known: its words alone count. */
export const textKey = (text: string): string => wordsOfText(text).join(' ');

/** True if a text has every word of one of these names. */
export function hasNameOf(text: string, names: readonly string[]): boolean {
  const own = new Set(wordsOfText(text));
  return names.map(wordsOfText).some((words) => words.length > 0 && words.every((word) => own.has(word)));
}

/** A service that was found, and the words of its name. */
export interface FoundService {
  readonly service: Service;
  readonly words: readonly string[];
}

interface NamedService extends FoundService {
  readonly text: string;
}

const namesOf = ({ name, name_bg, name_en }: Service): string[] => [name, name_bg, name_en].flatMap((text) => text ?? []);

/** Returns what finds the service that a person has chosen for a text; a deleted one is none. */
export function chosenServices(
  services: readonly Service[],
  choices: ReadonlyMap<string, string | null>,
): (text: string) => FoundService | null {
  const byId = new Map(services.filter(({ deleted }) => !deleted).map((service) => [service.id, service]));
  return (text) => {
    const service = byId.get(choices.get(textKey(text)) ?? '');
    return service ? { service, words: namesOf(service).flatMap(wordsOfText) } : null;
  };
}

/** The longest name first; of two services of one name the first by id, so that each device finds the same. */
const byLength = (a: NamedService, b: NamedService): number =>
  b.text.length - a.text.length || (a.text < b.text ? -1 : a.text > b.text ? 1 : a.service.id < b.service.id ? -1 : 1);

/** Returns a function that finds the service of a text. Of two services of one name it finds the one that the employee offers. */
export function serviceFinder(services: readonly Service[]): (text: string, resourceId: string | null) => FoundService | null {
  const byFirstWord = new Map<string, NamedService[]>();
  for (const service of services) {
    const names = new Set(namesOf(service).map(textKey));
    for (const text of service.deleted ? [] : names) {
      const words = text.split(' ');
      const [first = ''] = words;
      if (first !== '') byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { service, words, text }]);
    }
  }
  const matches = new Map<string, readonly NamedService[]>();
  /** Returns all services of the longest name that fits. */
  const matching = (own: readonly string[]): readonly NamedService[] => {
    const has = new Set(own);
    const fitting = [...has]
      .flatMap((word) => byFirstWord.get(word) ?? [])
      .filter(({ words }) => words.every((word) => has.has(word)));
    const sorted = fitting.sort(byLength);
    return sorted.filter(({ text }) => text === sorted[0]?.text);
  };
  return (text, resourceId) => {
    const own = wordsOfText(text);
    const key = own.join(' ');
    const found = matches.get(key) ?? matching(own);
    matches.set(key, found);
    return found.find(({ service }) => resourceId !== null && isOfferedBy(service, resourceId)) ?? found[0] ?? null;
  };
}
