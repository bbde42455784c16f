/**
 * `npm run bench -- roles`: the CPU that the database spends on a push of 500 events under each role, beside the same push without the
 * question what the role may write. They take turns, each push in a transaction that is undone.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Sql } from 'postgres';
import { cloneDatabase } from '../support/cluster.ts';
import { brief, markdownTable, median } from './results.ts';
import { accountOf, become, ownerOf, Undo } from './rows-figures.ts';

const EVENTS = 500;
const RUNS = 9;
/** A jiffy of Linux, in which `/proc` counts, ms. */
const JIFFY = 10;

const WAYS = ['owner, not asked', 'owner', 'owner, with the device', 'manager', 'staff'] as const;
type Way = (typeof WAYS)[number];

type Caller = Awaited<ReturnType<typeof ownerOf>>;

const KINDS = ['made', 'changed'] as const;

/** CPU that a process of the machine has taken, ms. */
function cpuOf(pid: number): number {
  const [, , , , , , , , , , , user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(user) + Number(system)) * JIFFY;
}

const hourOf = (n: number) => {
  const start = Date.UTC(2031, 0, 1) + n * 3_600_000;
  return { start_time: new Date(start).toISOString(), end_time: new Date(start + 1_800_000).toISOString() };
};

/** The CPU of one push, ms. */
async function costOf(sql: Sql, caller: Caller, way: Way, kind: (typeof KINDS)[number]): Promise<number> {
  let cost = Number.NaN;
  try {
    await sql.begin(async (tx) => {
      const [backend] = await tx`select pg_backend_pid() as pid`;
      if (way === 'owner, not asked') await tx`alter table events disable trigger check_role`;
      await become(tx, caller);
      const device = way === 'owner, with the device' ? randomUUID() : null;
      const push = async (base_rev: number, notes: string) => {
        const changes = Array.from({ length: EVENTS }, (_, n) => ({
          table: 'events',
          id: `event-${n}`,
          base_rev,
          doc: { resource_id: 'ani', title: 'Проба', status: 'booked', type: 'appointment', notes, ...hourOf(n) },
        }));
        const before = cpuOf(backend?.pid);
        const [row] = await tx<{ answer: { verdicts: { v: string; rev: number }[] } }[]>`
          select push_changes(${caller.salonId}::bigint, ${tx.json(changes)}, p_device => ${device}) as answer`;
        const ms = cpuOf(backend?.pid) - before;
        const verdicts = row?.answer.verdicts ?? [];
        if (verdicts.length !== EVENTS || verdicts.some(({ v }) => v !== 'applied')) throw new Error(JSON.stringify(verdicts[0]));
        return { rev: verdicts[0]?.rev ?? 0, ms };
      };
      const made = await push(0, 'a');
      cost = kind === 'made' ? made.ms : (await push(made.rev, 'b')).ms;
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  return cost;
}

export async function rolesFigures(): Promise<string> {
  const { sql, drop } = await cloneDatabase({ seed: 'none' });
  try {
    await accountOf(sql); // the first account is the administrator's
    const owner = await ownerOf(sql);
    const { salonId } = owner;
    const callers: Record<string, Caller> = {
      manager: { ...(await accountOf(sql)), salonId },
      staff: { ...(await accountOf(sql)), salonId },
    };
    for (const [role, { id }] of Object.entries(callers)) {
      await sql`update users set salon_id = ${salonId}, salon_role = ${role}, joined_at = now() where id = ${id}`;
    }
    const rows: string[][] = [];
    for (const kind of KINDS) {
      const costs = WAYS.map((): number[] => []);
      for (let run = 0; run <= RUNS; run++) {
        for (const [n, way] of WAYS.entries()) {
          const ms = await costOf(sql, callers[way] ?? owner, way, kind);
          if (run > 0) costs[n]?.push(ms); // the first one fills the caches
        }
      }
      const unasked = median(costs[0] ?? []);
      for (const [n, all] of costs.entries()) {
        rows.push([
          kind,
          WAYS[n] ?? '',
          brief(median(all)),
          brief(Math.min(...all)),
          `${Math.round((median(all) / unasked - 1) * 100)} %`,
        ]);
      }
    }
    return markdownTable([`${EVENTS} events`, 'pushed by', 'CPU, ms', 'the least', 'more than not asked'], rows);
  } finally {
    await drop();
  }
}
