/**
 * What the checklist of the specification (tests/spec/checklist.md) says, and what is wrong with it. Pure: texts come in, complaints
 * go out, so that small texts can show that each kind of mistake is noticed.
 */
import path from 'node:path';

/** Texts by their path from the root of the repository. */
export type Texts = ReadonlyMap<string, string>;

export interface NamedTest {
  /** The file's name, with as many folders before it as make it the only one. */
  readonly file: string;
  /** The title, or the beginning of it. */
  readonly title: string;
}

export interface Line {
  readonly code: string;
  readonly tests: readonly NamedTest[];
}

const ITEM = /^- \[[ x]\] /;
const LINE = /^- \[([ x])\] ([A-Z0-9]+-\d\d) .+ → [A-Z]+\+?( — .+)?$/;
const HELD = /^ — held by ((?:`[^`]+`: "[^"]+"(?:; )?)+)(?<!; )$/;
const NOT_HELD = /^ — (?:built, no test|built otherwise: .+)$/;
const NAMED = /`([^`]+)`: "([^"]+)"/g;

/** The lines of the checklist, and one complaint for each that has no form of the header's table or a code of another line. */
export function readChecklist(text: string): { lines: Line[]; wrong: string[] } {
  const lines: Line[] = [];
  const wrong: string[] = [];
  const known = new Set<string>();
  for (const row of text.split('\n').filter((one) => ITEM.test(one))) {
    const [, tick, code, state = ''] = LINE.exec(row) ?? [];
    if (!code) {
      wrong.push(`${row.slice(0, 60)}…: no code, no source or no “→ NAME”`);
      continue;
    }
    if (known.has(code)) wrong.push(`${code}: stands there twice`);
    known.add(code);
    const held = HELD.exec(state)?.[1];
    if (tick === 'x' && !held) wrong.push(`${code}: ticked, and no test is named in the form of the header`);
    if (tick === ' ' && state && !NOT_HELD.test(state)) wrong.push(`${code}: “${state.trim()}” is no state of an open line`);
    lines.push({ code, tests: [...(held ?? '').matchAll(NAMED)].map(([, file = '', title = '']) => ({ file, title })) });
  }
  return { lines, wrong };
}

const CALL = /\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g;
const titleOf = ([, , title = '']: RegExpMatchArray) => title.replaceAll("\\'", "'");

/** What stands as the first argument of a call, with more behind it: the titles of tests among them. */
export const titlesIn = (text: string): Set<string> => new Set([...text.matchAll(CALL)].map(titleOf));

/** What the runner is told beside a title, with which `npm test` leaves a story out (tests/run.mjs). */
const LEFT_OUT = /^\s*\{[^{}]*tag: '@all'/;
/** The files that only `npm run test:all` runs (vitest.config.ts). */
const LEFT_OUT_FILE = /\.all\.test\.tsx?$/;

/** The titles of the tests of a file that `npm test` leaves out. */
function leftOut(file: string, text: string): ReadonlySet<string> {
  if (LEFT_OUT_FILE.test(file)) return titlesIn(text);
  const calls = [...text.matchAll(CALL)].filter(({ 0: call, index }) => LEFT_OUT.test(text.slice(index + call.length)));
  return new Set(calls.map(titleOf));
}

const filesNamed = (name: string, tests: Texts) => [...tests.keys()].filter((file) => file === name || file.endsWith(`/${name}`));
const beginningSo = (title: string, text: string) => [...titlesIn(text)].filter((one) => one.startsWith(title));

/** One complaint for each test that a line names and that is not there, or not the only one of that name. */
export function wrongTests(lines: readonly Line[], tests: Texts): string[] {
  return lines.flatMap(({ code, tests: named }) =>
    named.flatMap(({ file, title }) => {
      const files = filesNamed(file, tests);
      if (files.length > 1) return [`${code}: ${file} is ${files.join(' or ')}`];
      const found = beginningSo(title, tests.get(files[0] ?? '') ?? '');
      if (found.length === 1) return [];
      if (found.length > 1) return [`${code}: ${file} has ${found.length} tests that begin with “${title}”`];
      const now = holding(title, tests).join(' or ') || 'no file';
      return [`${code}: ${file} has no test “${title}”; one that begins so stands in ${now}`];
    }),
  );
}

/** Those of the tests that a line names which `npm test` runs, each with its file's whole path. */
export function runningTests(line: Line, tests: Texts): NamedTest[] {
  return line.tests.flatMap(({ file, title }) => {
    const [own = ''] = filesNamed(file, tests);
    const isLeftOut = [...leftOut(own, tests.get(own) ?? '')].some((one) => one.startsWith(title));
    return own && !isLeftOut ? [{ file: own, title }] : [];
  });
}

/** One complaint for each line whose tests, however many, are all left out by `npm test`: it would hold only once in a while. */
export const heldTooSeldom = (lines: readonly Line[], tests: Texts): string[] =>
  lines
    .filter((line) => line.tests.length > 0 && runningTests(line, tests).length === 0)
    .map(({ code }) => `${code}: no test that is named is one of npm test`);

const holding = (title: string, tests: Texts) =>
  [...tests].filter(([, text]) => beginningSo(title, text).length === 1).map(([file]) => file);

/** A file's name with as many of its folders as make it the only one of that name. */
export function shortestName(file: string, tests: Texts): string {
  const parts = file.split('/');
  for (let n = 1; n < parts.length; n++) {
    const name = parts.slice(-n).join('/');
    if (filesNamed(name, tests).length === 1) return name;
  }
  return file;
}

/** The checklist with the names of files that tests moved to; a test that stands nowhere, or in several files, is left as it is named. */
export function followed(checklist: string, tests: Texts): string {
  return checklist.replaceAll(NAMED, (whole, file: string, title: string) => {
    const [own, other] = filesNamed(file, tests);
    if (own && !other && beginningSo(title, tests.get(own) ?? '').length === 1) return whole;
    const [now, more] = holding(title, tests);
    return now && !more ? `\`${shortestName(now, tests)}\`: "${title}"` : whole;
  });
}

/** The codes that a text names; “RES-41 to 43” and “AVAIL-04, 08” name more than one. @param kinds what stands before the number */
export function codesIn(text: string, kinds: ReadonlySet<string>): string[] {
  return [...text.matchAll(/\b([A-Z][A-Z0-9]+)-(\d\d)((?:(?:,| to| and) \d\d\b(?!\d*[:%]))*)/g)]
    .filter(([, kind = '']) => kinds.has(kind))
    .flatMap(([, kind, first = '', more = '']) => [first, ...(more.match(/\d\d/g) ?? [])].map((number) => `${kind}-${number}`));
}

const DOCUMENT = /(?<![\w*/.-])((?:[\w-]+\/)*[\w.-]+\.md)\b[`)]?(?:, ["“]([^"”]+)["”])?/g;

/** One complaint for each markdown document, or heading of one, that a text names and that is not there. */
export function wrongDocuments(file: string, text: string, documents: Texts): string[] {
  return [...text.matchAll(DOCUMENT)].flatMap(([, name = '', heading]) => {
    const document = documents.get(name) ?? documents.get(path.posix.join(path.posix.dirname(file), name));
    if (document === undefined) return [`${file}: ${name} is not there`];
    if (heading && !document.split('\n').some((row) => /^#+ /.test(row) && row.replace(/^#+ /, '') === heading))
      return [`${file}: ${name} has no heading “${heading}”`];
    return [];
  });
}

const SECTION = /[Dd]ocument [1-3](?:,? (?:and )?\u00a7[1-9]\b)+/g;

/** One complaint for each line with a section sign outside of the form that the checklist's header explains. */
export function wrongSections(file: string, text: string): string[] {
  const rows = text.split('\n').filter((row) => row.includes('\u00a7'));
  return rows.flatMap((row) => {
    const [, found] = /(.{0,25}\u00a7.?)/.exec(row.replaceAll(SECTION, '')) ?? [];
    return found ? [`${file}: “${found.trim()}” is no “document n \u00a7m”`] : [];
  });
}

const FILE = /`([\w.-][\w./-]*\.(?:test\.tsx?|spec\.ts|tsx?|mjs|js|sql|css|json|toml))`/g;

/** One complaint for each file that a document names in backquotes and that is nowhere; folders before its name may be left out. */
export function wrongFiles(document: string, text: string, files: readonly string[]): string[] {
  return [...text.matchAll(FILE)].flatMap(([, name = '']) =>
    files.some((file) => file === name || file.endsWith(`/${name}`)) ? [] : [`${document}: ${name} is not there`],
  );
}
