import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { SHAPES, sameIn, settledRow } from '#sync/core/columns.ts';
import { decisionsIn } from '#sync/core/decisions.ts';
import { ImportError, type UnsentFile } from '#sync/device/unsent-file.ts';
import { booking, type Device, World } from '../devices.ts';

/** Whatever somebody does to a file of unsent work: it is refused whole, or what it brings ends like any other work. */

interface Scene {
  readonly world: World;
  readonly phone: Device;
  readonly desk: Device;
  /** What the tablet of the phone's person has unsent, and what it is asked to decide. */
  readonly file: UnsentFile;
}

async function scene(): Promise<Scene> {
  const world = new World();
  const desk = await world.device('desk');
  const tablet = await world.device('tablet');
  const phone = await world.device('phone');
  await desk.write('clients', 'c1', { first_name: 'Мария', city: 'Русе' });
  await desk.write('clients', 'c3', { first_name: 'Анна' });
  await desk.write('clients', 'c5', { first_name: 'Пенка', city: 'Русе' });
  await desk.write('events', 'e1', booking({ client_id: 'c1', notes: 'бележка', price: 25.5, currency: 'BGN' }));
  await world.settled();
  tablet.offline();
  await tablet.write('clients', 'c1', { city: 'Варна' });
  await tablet.write('clients', 'c3', { first_name: 'Яна' });
  await tablet.write('clients', 'c2', { first_name: 'Нова', birth_date: '1990-04-05' });
  await tablet.write('events', 'e1', { start_time: '2026-11-18T10:00:00.000Z', end_time: '2026-11-18T10:30:00.000Z' });
  await tablet.write('events', 'e2', booking({ client_id: 'c2' }));
  const set = { resource_id: 'ana', weekday: 3, intervals: '[["09:00","13:00"]]', start_time: '09:00', end_time: '13:00' };
  await tablet.write('employee_weekly_shifts', 'ana/3/0', set);
  await desk.write('clients', 'c3', { first_name: 'Ана' });
  await desk.sync();
  tablet.tab.fail('push', { kind: 'answer-lost' });
  tablet.online();
  await tablet.sync();
  tablet.offline();
  await tablet.write('events', 'e2', { notes: 'второ' });
  await tablet.write('clients', 'c1', { city: 'Бургас', email: 'maria@example.com' });
  await tablet.write('clients', 'c4', { first_name: 'Нора' });
  await tablet.write('clients', 'c5', { city: 'Видин' });
  const made = await tablet.tab.replication.exportUnsent();
  const file = { ...structuredClone(made), userId: 'phone' } as UnsentFile;
  world.devices.splice(world.devices.indexOf(tablet), 1);
  await desk.write('clients', 'c1', { notes: 'от рецепцията' });
  return { world, phone, desk, file };
}

type Key = string | number;
type Path = readonly Key[];
type Node = Record<Key, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (!isNode(value)) return [path];
  const keys: Key[] = Array.isArray(value) ? value.map((_, at) => at) : Object.keys(value);
  return [path, ...keys.flatMap((key) => pathsOf(value[key], [...path, key]))];
}
const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((node, key) => (isNode(node) ? node[key] : undefined), value);

const DEEP = JSON.parse(`${'[{"a":'.repeat(40)}1${'}]'.repeat(40)}`) as unknown;
const WRONG: readonly unknown[] = [
  ...[null, true, false, 0, -1, 0.5, 9e15, 2 ** 53, 1e300, '', ' ', 'x', '1', '0', 'ана', '\u0000', '\ud800'],
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '../..',
    'c1',
    'c3',
    'e1',
    'ana',
    'ana/3/0',
    'ana/3/1',
  ],
  ...['2026-11-18T09:00:00.000Z', '2026-02-30', '2026-11-18', '24:61', '[["09:00","08:00"]]', '[[1]]', 'NaN', 'y'.repeat(6000)],
  ...['clients', 'events', 'salons', 'vouchers', 'rejected', 'gone', 'overlap', 'field', 'set', 'edited-there', 'deleted-there'],
  ...[[], {}, [null], [{}], { a: 1 }, DEEP, { city: [{}] }, { city: 'Русе' }, { first_name: 5 }],
];

/** One thing done to the file: `take` names a place, `wrong` what is put there. */
interface Mutation {
  readonly place: number;
  readonly how: 'replace' | 'remove' | 'add' | 'repeat' | 'copy';
  readonly wrong: unknown;
  readonly other: number;
}
const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat(),
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'repeat', 'copy'),
  wrong: fc.oneof(fc.constantFrom(...WRONG), fc.jsonValue({ maxDepth: 2 })),
  other: fc.nat(),
});

/** Own properties of any name: what `JSON.parse` makes of a file. */
const put = (node: Node, key: Key, value: unknown) =>
  Object.defineProperty(node, key, { value, enumerable: true, configurable: true, writable: true });

function mutated(file: unknown, mutations: readonly Mutation[]): unknown {
  let root = structuredClone(file);
  for (const { place, how, wrong, other } of mutations) {
    const paths = pathsOf(root);
    const path = paths[place % paths.length] as Path;
    const key = path.at(-1);
    const parent = at(root, path.slice(0, -1));
    const here = at(root, path);
    if (key === undefined || !isNode(parent)) {
      if (how === 'replace') root = wrong;
    } else if (how === 'replace') put(parent, key, wrong);
    else if (how === 'copy') put(parent, key, structuredClone(at(root, paths[other % paths.length] as Path)));
    else if (how === 'remove') Array.isArray(parent) ? parent.splice(Number(key), 1) : Reflect.deleteProperty(parent, key);
    else if (how === 'repeat' && Array.isArray(parent)) parent.push(structuredClone(here));
    else if (Array.isArray(here)) here.push(wrong);
    else if (isNode(here)) put(here, typeof wrong === 'string' ? wrong : '__proto__', other % 2 ? {} : 'x');
  }
  return JSON.parse(JSON.stringify(root));
}

/** The rows that stand on the device unlike on the server, but for refused new ones about which an issue asks. */
function differences({ world, phone }: Scene): string[] {
  const asked = new Set(phone.issues.flatMap(({ kind, table, rowId }) => (kind === 'rejected' ? `${table}/${rowId}` : [])));
  return TABLE_NAMES.flatMap((table: TableName) =>
    phone.rows(table).flatMap((row) => {
      const key = `${table}/${row.id}`;
      const there = world.server.row(table, row.id);
      const isSame = there
        ? row.rev === there.rev && sameIn(row, settledRow(table, 7, there), SHAPES[table].writable)
        : row.deleted;
      return isSame || (row.rev === 0 && row.pending === 0 && asked.has(key)) ? [] : [key];
    }),
  );
}

async function told(scene: Scene, file: unknown): Promise<'refused' | 'taken'> {
  const { world, phone } = scene;
  const before = JSON.stringify([...phone.disk.docs, ...TABLE_NAMES.map((table) => phone.rows(table))]);
  try {
    await phone.tab.replication.importUnsent(file);
  } catch (error) {
    expect(error).toBeInstanceOf(ImportError);
    expect(JSON.stringify([...phone.disk.docs, ...TABLE_NAMES.map((table) => phone.rows(table))])).toBe(before);
    return 'refused';
  }
  await world.settled();
  expect(phone.faults).toEqual([]);
  expect(phone.pending).toEqual([]);
  expect(differences(scene)).toEqual([]);
  expect(phone.status.issues).toBe(decisionsIn(phone.issues));
  for (const issue of phone.issues) {
    await phone.tab.replication.removeIssue(issue.id);
    expect(phone.issues).not.toContainEqual(issue);
  }
  return 'taken';
}

const rowOf = (file: UnsentFile, id: string) => file.rows.find((row) => row.id === id) as UnsentFile['rows'][number];
const withRow = (file: UnsentFile, id: string, change: object): unknown => ({
  ...file,
  rows: file.rows.map((row) => (row.id === id ? { ...row, ...change } : row)),
});

it('a file that makes two contents of one field is counted as the one decision that it is', async () => {
  const one = await scene();
  expect(await told(one, withRow(one.file, 'c2', { id: 'c1' }))).toBe('taken');
});

it('whatever is changed in a file, it is refused whole, or what it brings is settled or waits for a decision', async () => {
  const taken = { refused: 0, taken: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(mutation, { minLength: 0, maxLength: 3 }), async (mutations) => {
      const one = await scene();
      taken[await told(one, mutated(one.file, mutations))] += 1;
    }),
    { numRuns: 400, interruptAfterTimeLimit: 30_000 },
  );
  expect(Math.min(taken.refused, taken.taken)).toBeGreaterThan(10);
});

it.each([
  ['far above what the server has', 9e15],
  ['a little above it', 20],
])('a row on a revision %s is sent, and what other devices change in it arrives', async (_what, rev) => {
  const one = await scene();
  await one.phone.sync();
  expect(await told(one, withRow(one.file, 'c5', { rev }))).toBe('taken');
  expect(one.world.server.row('clients', 'c5')).toMatchObject({ city: 'Видин' });
  await one.desk.write('clients', 'c5', { last_name: 'Марияна' });
  await one.world.settled();
  expect(one.phone.row('clients', 'c5')).toMatchObject({ last_name: 'Марияна', pending: 0 });
});

it('a row whose change is what the file calls the server’s is not settled by the file', async () => {
  const one = await scene();
  await one.phone.sync();
  const { row } = rowOf(one.file, 'c1');
  await told(
    one,
    withRow(one.file, 'c1', { rev: 9e15, row: { ...row, notes: 'измислено' }, base: { ...row, notes: 'измислено' } }),
  );
  await one.desk.write('clients', 'c1', { last_name: 'Марияна' });
  await one.world.settled();
  expect(one.phone.row('clients', 'c1')).toMatchObject({ last_name: 'Марияна', notes: 'от рецепцията', pending: 0 });
});

it('a row that this device keeps no more is sent, whatever revision the file gives it', async () => {
  const one = await scene();
  await one.phone.sync();
  one.phone.disk.tables.clients.delete('c5'); // as behind the horizon
  expect(await told(one, withRow(one.file, 'c5', { rev: 9e15 }))).toBe('taken');
  expect(one.world.server.row('clients', 'c5')).toMatchObject({ city: 'Видин' });
});

const ISSUE = { kind: 'rejected', table: 'clients', rowId: 'c1', group: null, ours: { city: 'Враца' }, server: null } as const;
const issue = (change: object) => ({ ...ISSUE, id: 'clients/c1@1/rejected:x', at: '2026-11-18T08:00:00.000Z', ...change });

it.each([
  ['an issue called __proto__', { issues: [issue({ id: '__proto__' })] }],
  ['an issue called constructor', { issues: [issue({ id: 'constructor' })] }],
  ['an issue called toString', { issues: [issue({ id: 'toString' })] }],
  ['an issue whose name has a line feed', { issues: [issue({ id: 'a\nb' })] }],
  ['an issue about a row called __proto__', { issues: [issue({ rowId: '__proto__' })] }],
  ['an issue about a row without a name', { issues: [issue({ rowId: '' })] }],
  ['an overlap with a row called prototype', { issues: [issue({ kind: 'overlap', table: 'events', otherId: 'prototype' })] }],
  ['an issue with a number for a name', { issues: [issue({ ours: { city: 5 } })] }],
  ['a field issue about no field', { issues: [issue({ kind: 'field', group: [] })] }],
])('%s is refused', async (_what, change) => {
  const one = await scene();
  expect(await told(one, { ...one.file, ...change })).toBe('refused');
});

it.each([
  ['called __proto__', { id: '__proto__' }],
  ['called constructor', { id: 'constructor' }],
  ['called prototype', { id: 'prototype' }],
  ['on a broken revision', { rev: 1.5 }],
  ['on a revision below nothing', { rev: -3 }],
  ['on a revision that is no number', { rev: '3' }],
  ['with a number for a city in its base', { base: { city: 5 } }],
  ['with an object in what was sent', { sent: { city: [{}] } }],
  ['with no list in what was sent', { sent: { city: 'Варна' } }],
  ['with a number for a city in what was sent', { sent: { city: [5] } }],
  ['with a city as an object', { row: { city: { deep: DEEP } } }],
  ['with a word for its deletion', { row: { deleted: 'yes' } }],
])('a row %s is refused', async (_what, change) => {
  const one = await scene();
  expect(await told(one, withRow(one.file, 'c1', change))).toBe('refused');
});
