import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/**
 * Where a person asks for less motion the tokens `--dur-…` are 0 (tokens.css). So every movement of a style takes its time from them;
 * those that cannot stand here, with what is to be seen in their place.
 */
const STILL: Readonly<Record<string, string>> = {
  'var(--animate-comb)': 'the comb stands still, by a rule beside it',
  'var(--animate-pulse-soft)': 'so do skeletons',
  'toast-life linear both': 'how long a toast still stays is not drawn',
  'cal-appear 1ms 300ms both': 'it comes at once, after the 300 ms in which most days have come',
};

const src = fileURLToPath(new URL('../../src', import.meta.url));
const files = (ending: RegExp) => readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => ending.test(file));
const read = (file: string) => readFileSync(join(src, file), 'utf8');

it('every movement of a style ends at once where less motion is asked for, or stands in the list', () => {
  const found = files(/\.css$/).flatMap((file) =>
    [
      ...read(file)
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .matchAll(/[\s{;](?:transition|animation)\s*:\s*([^;}]+)/g),
    ].map(([, value = '']) => ({
      file,
      value: value.trim(),
    })),
  );
  const moves = found.filter(
    ({ value }) => value !== 'none' && !value.split(/,(?![^(]*\))/).every((one) => one.includes('var(--dur-')),
  );
  expect(moves.filter(({ value }) => !(value in STILL))).toEqual([]);
  expect([...new Set(moves.map(({ value }) => value))].sort()).toEqual(Object.keys(STILL).sort());
});

it('no class brings the time of Tailwind’s own transitions, which knows nothing of it', () => {
  const worn = /className=(?:"[^"]*|\{`[^`]*|\{classNames\([^)]*)(?<![\w-])((?:transition|animate|duration)-[\w[\]().-]+)/g;
  const found = files(/\.tsx$/).flatMap((file) => [...read(file).matchAll(worn)].map(([, name]) => `${file}: ${name}`));
  expect(found).toEqual([]);
});
