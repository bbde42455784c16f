/** Whether a phone is one of the salon's is told by no answer and by no statement that a booking runs. */
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BookAnswer } from '#schemas/online.ts';
import { become, Database } from '../support/database.ts';
import { at, book, type OnlineSalon, onlineSalon, spareProofs, type Wish, wish } from '../support/online-salon.ts';

const PHONE = '+359888111222';
let db: Database;
let salon: OnlineSalon;
/** A connection on which PostgreSQL says what it executes, the statements within functions and triggers as well. */
let told: postgres.Sql;
const heard: string[] = [];

function hear({ message = '' }: postgres.Notice): void {
  const plan = message.indexOf('{');
  if (!message.startsWith('duration:') || plan < 0) return;
  heard.push((JSON.parse(message.slice(plan)) as { 'Query Text': string })['Query Text']);
}

beforeAll(async () => {
  db = await Database.open();
  await spareProofs(db);
  salon = await onlineSalon(db);
  await db.push(salon.owner, salon.salonId, [{ table: 'clients', id: 'known', doc: { name: 'Мария Иванова', phone: PHONE } }]);
  told = postgres(db.url, { max: 1, onnotice: hear });
  await told.unsafe(`load 'auto_explain'; set auto_explain.log_level = 'notice'; set auto_explain.log_format = 'json';
    set auto_explain.log_nested_statements = on; set auto_explain.log_min_duration = 0`);
  await booking({}); // plans are made once a connection
});
afterAll(async () => {
  await told.end();
  await db.close();
});

/** Books and takes it back, so that the next one finds the same; what was answered, without its token, and all that was executed. */
async function booking(more: Partial<Wish>): Promise<{ answer: string; statements: string[] }> {
  let answer: BookAnswer | null = null;
  const undone = new Error('undone');
  heard.length = 0;
  await told
    .begin(async (sql) => {
      await become(sql, null);
      answer = await book(sql, wish(salon, at(5), more));
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return { answer: JSON.stringify({ ...(answer as BookAnswer | null), token: null }), statements: [...heard].sort() };
}

it('the answer is the same one, letter for letter', async () => {
  const unknown = await booking({});
  expect(JSON.parse(unknown.answer)).toMatchObject({ state: 'booked' });
  expect((await booking({ phone: PHONE })).answer).toBe(unknown.answer);
  expect((await booking({ phone: PHONE, name: 'Друга Жена' })).answer).toBe(unknown.answer);
});

it('the same statements run; only that the salon of a row is there is not asked for who is known', async () => {
  const unknown = (await booking({})).statements;
  expect(unknown.length).toBeGreaterThan(100);
  expect((await booking({ phone: PHONE, name: 'Друга Жена' })).statements).toEqual(unknown);
  const known = (await booking({ phone: PHONE })).statements;
  const ofSalons = (text: string) => /^SELECT 1 FROM ONLY "public"\."salons" x WHERE .* FOR KEY SHARE OF x$/.test(text);
  expect(known.filter((text) => !ofSalons(text))).toEqual(unknown.filter((text) => !ofSalons(text)));
  expect(unknown.filter(ofSalons).length - known.filter(ofSalons).length).toBe(1);
});
