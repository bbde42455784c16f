/** No text comes into the database with what nobody sees: the twin of schemas/clean-text.ts, which every device writes through. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cleanText } from '#schemas/clean-text.ts';
import { Database, type Person, refusal } from '../support/database.ts';
import { oneOfEach } from '../support/rows.ts';

let db: Database;
let owner: Person;
let salonId: number;
beforeAll(async () => {
  db = await Database.open();
  ({ owner, salonId } = await db.salon());
  await db.push(owner, salonId, oneOfEach(salonId, owner.id));
});
afterAll(() => db.close());

const noted = async (notes: string) => {
  const [row] = await db.sql`select rev from clients where salon_id = ${salonId} and id = 'clients-1'`;
  const change = { table: 'clients', id: 'clients-1', base_rev: row?.rev as number, doc: { notes } };
  const { v, code } = await db.pushOne(owner, salonId, change);
  return code ?? v;
};

/** Those that contacts apps, chats, web pages and files bring along; older browsers know no others. */
const BROUGHT = /[\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/u;
const OF_PLANE_0 = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((sign) => /\p{Cf}/u.test(sign));

it('a push with one of them is refused, and said so; with any other sign it is taken', async () => {
  const brought = OF_PLANE_0.filter((sign) => BROUGHT.test(sign));
  expect(brought).toHaveLength(28);
  for (const sign of brought) expect(await noted(`а${sign}б`), sign.codePointAt(0)?.toString(16)).toBe('22P05');
  const seen = ['Ана 👩🏽‍🔬 ❤️‍🔥 🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'а\u00a0б\u202f1\nв', 'e\u0301 “„…—', 'नि', '☎︎'];
  for (const text of seen) {
    expect(cleanText(text)).toBe(text);
    expect(await noted(text), text).toBe('applied');
    expect((await db.sql`select notes from clients where salon_id = ${salonId} and id = 'clients-1'`)[0]?.notes).toBe(text);
  }
});

it('whatever a device has cleaned is taken', async () => {
  for (const sign of [...OF_PLANE_0, '\u{e0001}', '\u{e0041}', '\u{1d173}'])
    expect(await noted(cleanText(`а${sign}б ${sign}1`)), sign.codePointAt(0)?.toString(16)).toBe('applied');
});

it('a new salon has none in its names either', async () => {
  const person = await db.signUp();
  expect(await refusal(db.createSalon(person, { name_bg: 'Сал\u00adон' }))).toMatchObject({ code: '22P05' });
});
