import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/**
 * A date is written in one way everywhere: as the salon writes it, or in the forms of document 1 §9 (I18N-09 to 12, I18N-18).
 * So only one file knows formats; all others ask it by the name of what they want.
 */
const THE_ONE = 'i18n/formats.ts';
const src = fileURLToPath(new URL('../../src', import.meta.url));

/** Arithmetic with calendar days and wall clocks, which writes nothing for people. */
const COUNTS = new Set(['domain/time/time.ts', 'ui/dates/month.ts', 'features/salon/clock-text.ts']);
/** The year at the foot of the pages. */
const YEAR_ALONE = new Set(['app/shell/footer-line.tsx']);

/** A text in quotes with a date's letters in it: „dd/MM“, „EEE, d MMMM“, „DD.MM.YYYY“. */
const FORMAT =
  /(['"`])(?:(?!\1).)*(?<![\p{L}_$-])(?:d{1,2}|D{1,2})[\s./,-]+(?:M{2,4})(?![\p{L}_])(?:(?!\1).)*\1|(['"`])(?:(?!\2).)*(?<![\p{L}_$-])(?:M{2,4}|E{3,4}|y{4}|Y{4}|dddd?|DD)(?![\p{L}_])(?:(?!\2).)*\2/u;
/** The browser's own ways of writing a date. */
const BROWSERS =
  /toLocale(?:Date)?String\(|(?:dateStyle|weekday|month|day):\s*'(?:numeric|2-digit|long|short|full|medium|narrow)'/;
/** Its parts, put together by hand. */
const PARTS = /\.get(?:UTC)?(?:Date|Month|FullYear)\(\)|\.(?:split\('-'\)|slice\(5, 7\))/;

const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, '')).replaceAll(/(^|\s)\/\/ .*$/gm, '');

/** Each line that knows how a date is written, as „file:line text“. */
function formatsIn(file: string, text: string): string[] {
  if (file === THE_ONE) return [];
  return withoutComments(text)
    .split('\n')
    .flatMap((line, index) => {
      const bad =
        FORMAT.test(line) ||
        (BROWSERS.test(line) && !COUNTS.has(file)) ||
        (PARTS.test(line) && !COUNTS.has(file) && !YEAR_ALONE.has(file));
      return bad ? [`${file}:${index + 1} ${line.trim()}`] : [];
    });
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test(?:-support)?\.tsx?$/.test(file),
);

it('no file but one knows how a date is written', () => {
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap((file) => formatsIn(file, readFileSync(join(src, file), 'utf8')))).toEqual([]);
});

it.each([
  "    day: writeDate(date, 'EEE, dd/MM', language),",
  "const day = formatDate(date, 'MM/dd/yyyy', language);",
  "const day = formatDate(date, 'd MMM', language);",
  "dayjs(date).format('DD.MM.YYYY')",
  'format(`yyyy-MM-dd`)',
  'new Date(iso).toLocaleDateString()',
  "new Intl.DateTimeFormat('bg', { day: 'numeric', month: 'long' }).format(at)",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of a program, as somebody may write it
  '`${at.getDate()}.${at.getMonth() + 1}`',
  "const [year, month, day] = date.split('-');",
])('it is noticed in another file: %s', (line) => {
  expect(formatsIn('features/calendar/event/quick-card.tsx', `import x from 'y';\n${line}\n`)).toHaveLength(1);
});

it.each(["t('day')", '/** „пт, 20/11“, of dd/MM */', "import { formatDay } from '#i18n/formats.ts';", "const added = 'add';"])(
  'what is no format is not taken for one: %s',
  (line) => {
    expect(formatsIn('features/calendar/event/quick-card.tsx', line)).toEqual([]);
  },
);
