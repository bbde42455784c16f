import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/** The parts of the calendar find each other in the page by what one file lists (src/features/calendar/reads/grid-dom.ts). */
const root = path.join(import.meta.dirname, '../..');
const CALENDAR = 'src/features/calendar';
const CONTRACT = `${CALENDAR}/reads/grid-dom.ts`;
/** Draws an event without React: it writes what others ask for. */
const DRAWS = [`${CALENDAR}/day/event-box.ts`, `${CALENDAR}/day/event-boxes.tsx`];

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const filesIn = (folder: string, wanted: RegExp) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => wanted.test(name) && !name.includes('node_modules'))
    .map((name) => `${folder}/${name}`);

const contract = read(CONTRACT);
const ATTRIBUTES = [...contract.matchAll(/^ \* \| (`data-[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`data-([a-z-]+)`/g)].map(([, name = '']) => name),
);
const CLASSES = [...contract.matchAll(/= '\.(cal-[a-z-]+)'/g)].map(([, name = '']) => name);

const product = filesIn(CALENDAR, /\.tsx?$/).filter((file) => !/\.test\.tsx?$/.test(file) && file !== CONTRACT);
/** What stands between two quotes of a kind, but for what comments quote. */
function strings(code: string): string[] {
  const bare = code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return [...bare.matchAll(/'([^'\n]*)'|`([^`]*)`/g)].map(([, plain, template]) => plain ?? template ?? '');
}

/** The strings of a file that ask for what the list names: `[data-event]`, `data-event`, `.cal-scroll`. */
function asksByHand(code: string): string[] {
  const attribute = new RegExp(`^data-(?:${ATTRIBUTES.join('|')})$|\\[data-(?:${ATTRIBUTES.join('|')})[\\]=]`);
  const aClass = new RegExp(`\\.(?:${CLASSES.join('|')})(?![a-z-])`);
  return strings(code).filter((text) => attribute.test(text) || aClass.test(text));
}

it('the list is read, and what asks by hand is seen', () => {
  expect(ATTRIBUTES).toEqual(expect.arrayContaining(['event', 'column', 'cursor', 'day', 'row']));
  expect(CLASSES).toContain('cal-scroll');
  expect(asksByHand(`root.querySelector('[data-event]'); box.setAttribute('data-edge', '');`)).toHaveLength(2);
  const inTemplate = 'root.querySelector(`td[data-day="x"] .cal-head`)';
  expect(asksByHand(inTemplate)).toHaveLength(1);
  expect(asksByHand('<div data-event={id} className="cal-scroll" title={t(\'data.event\')} />')).toEqual([]);
});

it('no other file of the calendar asks by hand for what the list names', () => {
  const wrong = product
    .filter((file) => !DRAWS.includes(file))
    .flatMap((file) => asksByHand(read(file)).map((text) => `${file}: ${text}`));
  expect(wrong).toEqual([]);
});

it('each attribute of the list is written somewhere in the calendar', () => {
  const code = product.map(read).join('\n');
  const unwritten = ATTRIBUTES.filter((name) => {
    const constant = new RegExp(`const (\\w+) = 'data-${name}'`).exec(contract)?.[1];
    const written = new RegExp(`\\bdata-${name}\\b|\\.dataset\\.${name}\\b|dataset: \\{ ${name}`).test(code);
    return !written && !(constant && new RegExp(`Attribute\\(${constant}`).test(code));
  });
  expect(unwritten).toEqual([]);
});

it('no story and no bench asks for an attribute that nothing writes', () => {
  const written = filesIn('src', /\.(?:tsx?|html)$/)
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map(read)
    .join('\n');
  const dataset = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const asked = [...filesIn('tests/e2e', /\.ts$/), ...filesIn('tests/bench', /\.tsx?$/)].flatMap((file) => {
    const code = read(file);
    const names = [...code.matchAll(/\[data-([a-z-]+)/g)].map(([, name = '']) => name);
    // What a story marks itself is its own.
    return names.filter((name) => !code.includes(`setAttribute('data-${name}'`)).map((name) => [name, file] as const);
  });
  expect(asked.length).toBeGreaterThan(20);
  const dead = asked.filter(([name]) => !written.includes(`data-${name}`) && !written.includes(`dataset.${dataset(name)}`));
  expect(dead).toEqual([]);
});
