/** Each answer names what it answers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database, type Person } from '../support/database.ts';

let db: Database;
let owner: Person;
let salonId: number;
beforeAll(async () => {
  db = await Database.open();
  ({ owner, salonId } = await db.salon());
});
afterAll(() => db.close());

const CALLS = {
  push_changes: `p_changes => '[]'`,
  pull_changes: `p_cursors => '{}'`,
  read_events: 'p_from => null',
  replica_checksums: `p_tables => '{}'`,
};
const ask = async (call: string, request: string) => {
  const [row] = await db.as(owner, (sql) => sql.unsafe(`select public.${call}(${salonId}, ${request}) as answer`));
  return row?.answer as Record<string, unknown>;
};

describe.each(Object.entries(CALLS))('%s', (call, args) => {
  it('repeats the salon and the id that its request was given', async () => {
    expect(await ask(call, `${args}, p_request => 'кой пита'`)).toMatchObject({ salon_id: salonId, request: 'кой пита' });
  });

  it('serves a caller that gives none, as earlier versions of the app', async () => {
    expect(await ask(call, args)).toMatchObject({ salon_id: salonId, request: null });
  });
});

it('each verdict names the change that it judges, whatever it says of it', async () => {
  const changes = [
    { table: 'clients', id: 'c1', base_rev: 0, doc: { first_name: 'Ана' } },
    { table: 'clients', id: 'c1', base_rev: 0, doc: { first_name: 'Мария' } },
    { table: 'clients', id: 'c2', base_rev: 7, doc: { first_name: 'Ана' } },
    { table: 'events', id: 'e1', base_rev: 0, doc: { resource_id: 'nobody' } },
    { table: 'clients', id: 'c3', base_rev: 0, doc: { first_name: 7 } },
    { table: 'nothing', id: 'c4', base_rev: 0, doc: {} },
  ];
  const { verdicts } = (await ask('push_changes', `p_changes => '${JSON.stringify(changes)}'`)) as { verdicts: object[] };
  expect(verdicts).toEqual(changes.map(({ table, id }) => expect.objectContaining({ table, id })));
});

it('a pull says what time it is on the server', async () => {
  const before = Date.now();
  const { now } = await ask('pull_changes', `p_cursors => '{}'`);
  expect(now).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(Math.abs(Date.parse(String(now)) - before)).toBeLessThan(60_000);
});
