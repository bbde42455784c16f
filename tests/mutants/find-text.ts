/** Where a mutant's text stands. Pure: files come in as texts. */
import type { Texts } from '../rules/checklist.ts';

/** One line of the checklist, broken. */
export interface ChecklistMutant {
  /** The line's code; the tests that it names are to fail. */
  readonly line: string;
  /** Where the text stood last. A file that moved is found by the text. */
  readonly file: string;
  /** Stands in that file once. */
  readonly text: string;
  readonly with: string;
}

const isOnce = (text: string, whole: string | undefined) => whole !== undefined && whole.split(text).length === 2;

/** The file that has the text once: the one named, else the only other one. @throws where there is none, or more than one */
export function fileOf({ line, file, text }: ChecklistMutant, sources: Texts): string {
  if (isOnce(text, sources.get(file))) return file;
  const [found, ...more] = [...sources].filter(([, whole]) => isOnce(text, whole)).map(([path]) => path);
  if (!found) throw new Error(`${line}: its text stands nowhere once any more: ${text}`);
  if (more.length > 0) throw new Error(`${line}: not in ${file} any more, but in ${[found, ...more].join(' and ')}: ${text}`);
  return found;
}

/** What vitest's -t finds a test by: its title or the beginning of it, in which a placeholder stands for anything. */
export const patternOf = (title: string): string =>
  title.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&').replaceAll(/%[a-z]|\\\$[a-z]+/g, '.*');
