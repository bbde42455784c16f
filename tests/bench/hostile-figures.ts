/**
 * `npm run bench -- hostile`: what another salon feels while eight free accounts do their worst, each six requests at a time, from one
 * address and from eight; and honest salons of many devices. The attackers run in a process of their own, on the same two cores.
 *
 *   --small                   a few seconds of some of it: whether it runs at all; nothing is written down
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { PUBLISHABLE_KEY } from '../../supabase/local/settings.ts';
import { fillSalons } from '../support/many-salons.ts';
import { tokenOf } from '../support/session-token.ts';
import { startBackend, type TestBackend } from '../support/test-backend.ts';
import { COSTLY_ROWS } from './costly-rows.ts';
import { type Bystander, HEAD, type Others, othersFeel, rowOf, shareOf } from './hostile-others.ts';
import { brief, markdownTable } from './results.ts';
import { underLoad } from './server-load.ts';

const AFTER = 1_000;
const ATTACKERS = 8;
const EVENTS_OF_SALON = 5_000;
const AT_ONCE = 6;
const LARGE = { seconds: 15, devices: [20, 30, 50, 100], all: true };
const SMALL: Sizes = { seconds: 5, devices: [20], all: false };
type Sizes = typeof LARGE;

interface Salon {
  readonly id: number;
  readonly userId: string;
}

interface Loop {
  readonly address: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly bodies: readonly string[];
}

type Sent = { readonly name: string; readonly bodies: readonly string[] };

const pushOf = (salon: Salon, changes: readonly object[]) => JSON.stringify({ p_salon_id: salon.id, p_changes: changes });
const kind = (what: string) => COSTLY_ROWS.find((one) => one.what.startsWith(what));
const rowsOf = (what: string, { id }: Salon, many = 500) => Array.from({ length: many }, (_, n) => kind(what)?.row(n, id) ?? {});
const at = (n: number) => new Date(Date.UTC(2032, 0, 1) + n * 3_600_000).toISOString();
const bookings = (mark: string, notes: string) =>
  Array.from({ length: 500 }, (_, n) => ({
    ...{ table: 'events', id: `${mark}-${n}`, base_rev: 0 },
    doc: { resource_id: 'ani', start_time: at(n), end_time: at(n + 1), notes },
  }));

/** What one account sends, by kind. */
const KINDS: Readonly<Record<string, (salon: Salon) => Sent>> = {
  'pushes of 500 time zones': (salon) => ({
    name: 'push_changes',
    bodies: [
      pushOf(
        salon,
        rowsOf('salon_settings: another', salon).map((row, n) => ({ ...row, base_rev: n === 0 ? 1 : 2 })),
      ),
    ],
  }),
  'pushes of 500 costly rows': (salon) => ({
    name: 'push_changes',
    bodies: [
      pushOf(salon, rowsOf('services, own terms and', salon, 30)),
      pushOf(salon, rowsOf('events, agreements at', salon, 50)),
    ],
  }),
  'pushes that wait for one another': (salon) => ({ name: 'push_changes', bodies: [pushOf(salon, bookings('mine', 'x'))] }),
  'the largest pulls': (salon) => ({
    name: 'pull_changes',
    bodies: [JSON.stringify({ p_salon_id: salon.id, p_cursors: {}, p_limit: 5000 })],
  }),
  'all appointments ever': (salon) => ({ name: 'read_events', bodies: [JSON.stringify({ p_salon_id: salon.id })] }),
  checksums: (salon) => ({
    name: 'replica_checksums',
    bodies: [
      JSON.stringify({
        p_salon_id: salon.id,
        p_tables: { events: { columns: Array.from({ length: 90 }, (_, n) => ['id', 'start_time', 'end_time'][n % 3]) } },
      }),
    ],
  }),
  'calls that are refused': (salon) => ({
    name: 'pull_changes',
    bodies: [JSON.stringify({ p_salon_id: salon.id + 1 }), '{"p_salon_id":', '{"no_such": 1}'],
  }),
  'bodies of 8 and of 3 MB': (salon) => ({
    name: 'push_changes',
    bodies: [pushOf(salon, bookings('large', 'x'.repeat(16_000))), pushOf(salon, bookings('large', 'x'.repeat(5_600)))],
  }),
  'administrators’ functions': () => ({ name: 'admin_dashboard', bodies: ['{"p_zone": "Europe/Sofia"}'] }),
};

async function grown(backend: TestBackend): Promise<void> {
  const { sql } = backend;
  const salons = ATTACKERS + 4;
  await fillSalons(sql, { salons, events: salons * EVENTS_OF_SALON, errors: 0, checks: 0, notes: 0, after: AFTER });
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into resources (salon_id, id, rev, name) select ${AFTER}::int + n, 'ani', 1, 'Ани' from generate_series(1, ${salons}::int) n`;
    await tx`insert into salon_settings (salon_id, id, rev) select ${AFTER}::int + n, ${AFTER}::int + n, 1 from generate_series(1, ${salons}::int) n`;
    await tx`insert into sync_heads (salon_id, rev) select ${AFTER}::int + n, 1 from generate_series(1, ${salons}::int) n on conflict do nothing`;
  });
  await sql`vacuum analyze`;
}

const salonsOf = ({ sql }: TestBackend) => sql<Salon[]>`
  select salon_id::int as id, id::text as "userId" from users where salon_id > ${AFTER} order by salon_id`;

async function loopOf({ sql }: TestBackend, salon: Salon, { name, bodies }: Sent, address: string): Promise<Loop> {
  const headers = {
    apikey: PUBLISHABLE_KEY,
    authorization: `Bearer ${await tokenOf(sql, salon.userId)}`,
    'content-type': 'application/json',
  };
  return { address, path: `/rest/v1/rpc/${name}`, headers, bodies };
}

/** What `felt` feels while these loops run. */
async function attacked(backend: TestBackend, loops: readonly Loop[], felt: () => Promise<Others>): Promise<Others> {
  const child = fork(path.join(import.meta.dirname, 'hostile-loops.mjs'), { execArgv: [] });
  child.send({ port: Number(new URL(backend.url).port), loops, atOnce: AT_ONCE });
  try {
    return await felt();
  } finally {
    const ended = once(child, 'exit');
    child.once('message', (heard) => console.log('the attackers heard', heard));
    child.send('end');
    await ended;
  }
}

async function attacks(backend: TestBackend, { seconds, all }: Sizes): Promise<string> {
  const [bystander, ...salons] = await salonsOf(backend);
  if (!bystander) throw new Error('no salons');
  const one: Bystander = { salonId: bystander.id, userId: bystander.userId, employee: 'ani', address: '127.0.0.200' };
  const felt = () => othersFeel(backend, one, seconds);
  await othersFeel(backend, one, 2); // what is read once
  const idle = await felt();
  const rows = [rowOf('none', idle, idle)];
  const mixed = Object.values(KINDS);
  const kinds: [string, (n: number) => (salon: Salon) => Sent][] = [
    ['each another of all these', (n) => mixed[n % mixed.length] as (salon: Salon) => Sent],
    ...(all ? Object.entries(KINDS).map(([what, sent]) => [what, () => sent] as [string, () => typeof sent]) : []),
  ];
  for (const [what, sentBy] of kinds) {
    for (const addresses of what.startsWith('each') ? [1, 8] : [8]) {
      const attackers = salons.slice(0, ATTACKERS);
      const loops = await Promise.all(
        attackers.map((salon, n) => loopOf(backend, salon, sentBy(n)(salon), `127.0.0.${10 + (n % addresses)}`)),
      );
      const row = rowOf(`${what}, from ${addresses === 1 ? 'one address' : 'eight'}`, await attacked(backend, loops, felt), idle);
      console.log(row.join(' | '));
      rows.push(row);
    }
  }
  return markdownTable(HEAD, rows);
}

/** Devices that save and look; under two accounts of a salon, or all under one, or three salons, behind one address. */
async function honest(backend: TestBackend, { seconds, devices }: Sizes): Promise<string> {
  const [first, second, third] = await salonsOf(backend);
  if (!first || !second || !third) throw new Error('no salons');
  await backend.sql`insert into auth.users (id, email, email_confirmed_at)
    values (md5('colleague')::uuid, 'colleague@salon.bg', now())`;
  await backend.sql`update users set salon_id = ${first.id}, salon_role = 'manager' where id = md5('colleague')::uuid`;
  const [colleague] = await backend.sql<
    Salon[]
  >`select salon_id::int as id, id::text as "userId" from users where email = 'colleague@salon.bg'`;
  if (!colleague) throw new Error('no colleague');
  const own = [first, colleague];
  const wishes: [string, readonly Salon[], number][] = [
    ...devices.map((many) => [`${many} devices of a salon, two accounts`, own, many] as [string, readonly Salon[], number]),
    ['30 devices of a salon, one account', [first], 30],
    ['three salons of ten devices each', [first, second, third], 30],
  ];
  const rows: string[][] = [];
  for (const [what, salons, many] of wishes) {
    const wish = {
      salons: salons.map((salon) => ({ ...salon, employee: 'ani' })),
      devices: many,
      seconds,
      pauseSeconds: 4,
      follow: true,
    };
    const done = await underLoad(backend, wish);
    for (const error of new Set(done.errors)) console.log(`error under load: ${error}`);
    const cell = (values: readonly number[]) => `${brief(shareOf(values, 0.5))} / ${brief(shareOf(values, 0.95))}`;
    rows.push([what, brief(done.saves.length / done.seconds), cell(done.saves), cell(done.pulls), String(done.errors.length)]);
    console.log(rows.at(-1)?.join(' | '));
  }
  return markdownTable(
    ['honest devices', 'saves a second', 'saved, ms p50 / p95', 'pulled after a poke, ms p50 / p95', 'refused or failed'],
    rows,
  );
}

export interface HostileWish extends Partial<Sizes> {
  readonly small?: boolean | undefined;
  /** One of the two alone. */
  readonly part?: 'attacks' | 'honest' | undefined;
}

export async function hostileFigures({ small, part, ...wish }: HostileWish): Promise<string> {
  const sizes = { ...(small ? SMALL : LARGE), ...wish };
  const backend = await startBackend({ seed: 'test' });
  try {
    await grown(backend);
    const parts = [
      part === 'honest' ? '' : await attacks(backend, sizes),
      part === 'attacks' ? '' : "Every device saves every 4 seconds, and pulls when it hears of another's save.",
      part === 'attacks' ? '' : await honest(backend, sizes),
    ];
    return parts.filter(Boolean).join('\n\n');
  } finally {
    await backend.stop();
  }
}
