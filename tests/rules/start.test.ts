import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { filesOfStart } from '../../build/start-budget.ts';
import { START_NAMESPACES } from '../../src/i18n/start-namespaces.ts';

/** What the start fetches is weighed by the build (start-budget.ts); here stands what it is made of. */
const root = path.join(import.meta.dirname, '../..');
const aliases = Object.entries(
  (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { imports: Record<string, string> }).imports,
).map(([name, to]) => [name.replace('*', ''), to.replace('*', '')] as const);

function fileOf(from: string, name: string): string | null {
  if (name.startsWith('.')) return path.resolve(path.dirname(from), name);
  const [before, to] = aliases.find(([alias]) => name.startsWith(alias)) ?? [];
  return before !== undefined && to !== undefined ? path.resolve(root, to + name.slice(before.length)) : null;
}

/** What a file imports at once, but for types. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/^(?:import|export)\s+(?!type\s)(?:([^'";]*?)\s+from\s+)?'([^']+)'/gm)]
    .filter(([, names = '']) => !/^\{(\s*type\s[^,}]*,?)+\s*\}$/.test(names.trim()))
    .map(([, , name = '']) => name);
}

function startOf(entry: string): { files: Set<string>; packages: Set<string> } {
  const files = new Set([path.join(root, entry)]);
  const packages = new Set<string>();
  for (const file of files) {
    if (!/\.tsx?$/.test(file) || !existsSync(file)) continue;
    for (const name of importsOf(file)) {
      const found = fileOf(file, name);
      if (found) files.add(found);
      else packages.add(name);
    }
  }
  return { files, packages };
}

const start = startOf('src/app/start/main.tsx');

it('a start leads to the calendar', () => {
  expect([...start.files].some((file) => file.endsWith('calendar/day/hour-grid.tsx'))).toBe(true);
});

it.each([
  'formik',
  'yup',
  '@supabase/supabase-js',
  'libphonenumber-js/min',
  '@headlessui/react',
  '@radix-ui/react-toast',
  '@tanstack/react-virtual',
  'interactjs',
  'workbox-window',
])('no start waits for %s', (name) => {
  expect([...start.packages]).not.toContain(name);
});

it.each([
  // Nothing is saved before somebody presses or drops something, which brings it.
  'src/data/events/events.commands.ts',
  'src/features/calendar/event/event-actions.ts',
  // Behind a button.
  'src/features/calendar/team-boxes.tsx',
  'src/app/shell/sync-menu-row.tsx',
])('no start waits for %s', (name) => {
  expect(existsSync(path.join(root, name))).toBe(true);
  expect([...start.files]).not.toContain(path.join(root, name));
});

it('the namespaces that come with the start are files of both languages', () => {
  for (const language of ['bg', 'en'])
    expect(readdirSync(path.join(root, 'src/i18n', language))).toEqual(
      expect.arrayContaining(START_NAMESPACES.map((name) => `${name}.json`)),
    );
});

it('what a start draws says nothing of a namespace that comes later', () => {
  const namespaces = readdirSync(path.join(root, 'src/i18n/en')).map((name) => name.replace('.json', ''));
  const later = namespaces.filter((name) => !START_NAMESPACES.includes(name) && name !== 'start'); // boot.js has its own
  expect(later.length).toBeGreaterThan(10);
  const wrong = [...start.files]
    .filter((file) => /\.tsx?$/.test(file) && existsSync(file))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const named = [...text.matchAll(/useTranslation\(\s*\[?([^)\]]*)/g)].flatMap(([, names = '']) =>
        [...names.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name),
      );
      const inKeys = [...text.matchAll(/['`]([\w-]+):[\w.$]/g)].map(([, name = '']) => name);
      return [...named, ...inKeys].filter((name) => later.includes(name)).map((name) => `${path.relative(root, file)}: ${name}`);
    });
  expect(wrong).toEqual([]);
});

it('the files of a start are counted with all that they import, and with the larger language alone', () => {
  const chunk = (code: string, ...imports: string[]) => ({ code, imports });
  const chunks = new Map([
    ['index.js', chunk('i'.repeat(10), 'start.js')],
    ['start.js', chunk('s', 'react.js')],
    ['react.js', chunk('r')],
    ['bg.js', chunk('Здравейте и добре дошли')],
    ['en.js', chunk('Hello')],
    ['dialog.js', chunk('d', 'react.js')],
  ]);
  const names = filesOfStart(chunks, 'index.js', ['en.js', 'bg.js']);
  expect([...names].sort()).toEqual(['bg.js', 'index.js', 'react.js', 'start.js']);
});

it('no screen shows a file of the icons, which are not kept for offline use', () => {
  const html = readFileSync(path.join(root, 'src/index.html'), 'utf8');
  const asked = [...html.matchAll(/(?:href|src)="(\/[^"]+\.(?:svg|png))"/g)].map(([, file]) => file);
  expect(asked).toEqual(['/icon.svg', '/icons/apple-touch-icon.png']);
  expect(existsSync(path.join(root, 'public/icon.svg'))).toBe(true);
});
