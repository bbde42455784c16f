/** Finds the client's name in the summary of an entry: "Haircut - Maria Ivanova", "Maria: Haircut", „Мария Иванова, подстригване 0887…“. */

import { isWholeName } from './entry-people.ts';
import { wordsOfText } from './entry-services.ts';
import { isNobody } from './entry-words.ts';

/** Signs and words between the parts of a summary. */
const BETWEEN = /\s[-–—]+\s|[:,;|/•·()[\]+&]|[-–—]{2,}|(?<=\s)(?:с|със|при|за|и|with|for|and)(?=\s)/iu;

/** Matches words that speak of a person's own time, even beside somebody's name. */
const PRIVATE =
  /(?<!\p{L})(обяд|закуска|вечеря|почивк|отпуск|болнич|среща|зъболекар|лекар|доктор|доставк|обучени|курс|родителска|рожден|имен ден|банка|счетовод|сервиз|лично|зает|затворен|инвентар|ревизи|lunch|breakfast|dinner|break|vacation|holiday|day off|time off|meeting|dentist|doctor|delivery|training|course|birthday|bank|accountant|personal|private|busy|closed|blocked|gym|errand|inventory)/iu;

/** Returns true if a summary speaks of a person's own time. */
export const isPrivate = (title: string): boolean => PRIVATE.test(title);

/** Endings of family names, in both scripts. */
const SURNAME = /\p{L}{2,}(?:ов|ев|ова|ева|ски|ска|шки|шка|чки|чка|цки|цка|ov|ev|ova|eva|ski|ska|sky|off|eff)$/iu;

/** Up to four words of letters, each of which may be a part of a name. */
const NAME = /^\p{L}[\p{L}\p{M}.'’-]*(?:\s+\p{L}[\p{L}\p{M}.'’-]*){0,3}$/u;

/** A summary, and the parts of it that are known already. */
export interface TitleParts {
  readonly title: string;
  /** The phone and the e-mail, as they are written in it. */
  readonly written: readonly string[];
  /** The words of the service that was found; empty without one. */
  readonly service: readonly string[];
}

/** Returns the summary without the words of the service. Each word is removed once. */
function withoutWords(text: string, words: readonly string[]): string {
  let left = [...words];
  return text.replace(/[\p{L}\p{N}]+/gu, (word) => {
    const [own = ''] = wordsOfText(word);
    if (!left.includes(own)) return word;
    left = left.filter((_, at) => at !== left.indexOf(own));
    return '\n';
  });
}

/** Returns what is left of a summary between the parts of it that are known. */
const leftOf = ({ title, written }: Pick<TitleParts, 'title' | 'written'>, words: readonly string[]): string[] =>
  withoutWords(
    written.reduce((text, one) => (one === '' ? text : text.replace(one, '\n')), title),
    words,
  ).split('\n');

/** Returns the parts of a summary that may be a name, in their order. */
export const nameParts = ({ service, ...parts }: TitleParts): string[] =>
  leftOf(parts, service)
    .flatMap((part) => part.split(BETWEEN))
    .map((part) => part.replace(/^[^\p{L}]+|[^\p{L}.]+$/gu, '').replace(/\s+/gu, ' '))
    .filter((part) => NAME.test(part) && part.length > 1 && !isNobody(part));

/** Signs and joining words at the ends of a text. */
const ENDS = /^[\s\p{P}\p{S}]*(?:(?:с|със|при|за|и|with|for|and)\s+)?|(?:\s+(?:с|със|при|за|и|with|for|and))?[\s\p{P}\p{S}]*$/giu;

/** Returns what a summary says beside the client's name and phone; empty for less than a word. */
export function textBeside(parts: Pick<TitleParts, 'title' | 'written'>, name: string): string {
  const left = leftOf(parts, wordsOfText(name)).map((part) => part.replace(ENDS, ''));
  const text = left.filter((part) => part !== '').join(' ');
  return /\p{L}{3}/u.test(text) ? text : '';
}

/** The facts about an entry that do not come from its summary. */
interface Around {
  readonly hasPhone: boolean;
  readonly isKnown: (name: string) => boolean;
}

const isCapital = (name: string): boolean => name.split(' ').every((word) => /^\p{Lu}/u.test(word));

/** Matches two or more words in a row that begin with capitals. */
const CAPITALS = /\p{Lu}[\p{L}\p{M}.'’-]*(?:\s+\p{Lu}[\p{L}\p{M}.'’-]*)+/u;

/**
 * Returns the name with a surname in a part, as in „подстригване Мария Иванова“. Of three words the first belongs to the name if
 * the second is a surname, too.
 */
function surnameIn(part: string): string {
  const words = CAPITALS.exec(part)?.[0].split(' ') ?? [];
  if (words.length < 2 || !SURNAME.test(words.at(-1) ?? '')) return '';
  return words.slice(SURNAME.test(words.at(-2) ?? '') ? -3 : -2).join(' ');
}

/**
 * Returns the client's name in a summary; empty if there is none. A name that a client has is one, and so is a name with a
 * surname's ending. Beside a service or a phone, the rest of the summary is a name, too. A single word may be anybody's: without
 * a phone it makes no client.
 */
export function clientInTitle(parts: TitleParts, { hasPhone, isKnown }: Around): string {
  const names = nameParts(parts);
  const known = names.find(isKnown);
  if (known) return known;
  const whole = names.filter((name) => isWholeName(name) && isCapital(name));
  const surnamed = names.map(surnameIn).find((name) => name !== '');
  if (surnamed && !isPrivate(parts.title)) return surnamed;
  const hasService = parts.service.length > 0;
  if (hasService || hasPhone) {
    const [first = ''] = whole;
    if (first !== '' && (hasService || names.length === 1 || whole.length === 1)) return first;
  }
  return hasPhone ? (names.find(isCapital) ?? names[0] ?? '') : '';
}
