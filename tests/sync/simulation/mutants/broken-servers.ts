/**
 * Servers that are broken on purpose: each stands before the real functions and spoils what they are asked or what they
 * answer, always in the same way for the same calls, so that a history replays.
 */
import type { Cursor, PullAnswer, PushAnswer, PushChange } from '#sync/server/server.ts';
import type { Letter } from '../protocol.ts';

/** A request as it arrives, and the value it is answered with. @throws what the server throws */
export type Answering = (call: Letter['call'], args: readonly unknown[]) => Promise<unknown>;

export interface BrokenServerKind {
  readonly says: string;
  readonly spoil: (honest: Answering) => Answering;
}

/** Scatters numbers; the same for the same. */
const scattered = (n: number): number => (Math.imul(n, 0x9e3779b1) >>> 8) & 0xffff;

/** When the transaction of this revision began, told as a revision: others were committed while it ran. */
const beganAt = (rev: number): number => rev - (scattered(rev) % 3 === 0 ? 1 + (scattered(rev + 7) % 3) : 0);

type Tables = { -readonly [N in keyof PullAnswer['tables']]: PullAnswer['tables'][N] };

/** Pages as `page` makes them of the honest ones, cursor by cursor. */
function pagesAs(
  answer: PullAnswer,
  cursors: Readonly<Record<string, Cursor>>,
  page: (table: NonNullable<PullAnswer['tables'][keyof PullAnswer['tables']]>, asked: Cursor) => typeof table,
): PullAnswer {
  const tables: Tables = { ...answer.tables };
  for (const [name, table] of Object.entries(answer.tables))
    if (table) tables[name as keyof Tables] = page(table, cursors[name] ?? [0, '']);
  return { ...answer, tables };
}

/** So many rows fit an answer of the server that cuts it short. */
const SHORT = 3;

export const BROKEN_SERVERS = {
  pullsByTimestamp: {
    says: 'a cursor of the time at which a transaction began: what commits later than its time is missed',
    spoil: (honest) => async (call, args) => {
      const answer = await honest(call, args);
      if (call !== 'pull') return answer;
      return pagesAs(answer as PullAnswer, args[1] as Readonly<Record<string, Cursor>>, (table, [rev]) => ({
        ...table,
        rows: table.rows.filter((row) => rev === 0 || row.rev === rev || beganAt(row.rev) > rev),
      }));
    },
  },
  forgetsPushes: {
    says: 'some changes are answered as applied and never written',
    spoil: (honest) => async (call, args) => {
      const [salon, changes, ...more] = args as [number, readonly PushChange[], ...unknown[]];
      if (call !== 'push' || scattered(JSON.stringify(changes).length) % 4 !== 0) return honest(call, args);
      const { verdicts, ...named } = (await honest(call, [salon, changes.slice(1), ...more])) as PushAnswer;
      const { head } = (await honest('pull', [salon, {}, 1, null])) as PullAnswer;
      const forgotten = { table: changes[0]?.table, id: changes[0]?.id, v: 'applied', rev: head };
      return { ...named, verdicts: [forgotten, ...verdicts] };
    },
  },
  endsAtShortPage: {
    says: 'an answer is cut at a number of rows, and what is cut counts as told',
    spoil: (honest) => async (call, args) => {
      const answer = await honest(call, args);
      if (call !== 'pull') return answer;
      const { head } = answer as PullAnswer;
      return pagesAs(answer as PullAnswer, args[1] as Readonly<Record<string, Cursor>>, (table, asked) =>
        table.rows.length === 0 && asked[0] > head
          ? table
          : { rows: table.rows.slice(0, SHORT), more: false, cursor: [head, '~'] },
      );
    },
  },
  skipsTheRestOfARevision: {
    says: 'a page that ends inside a revision counts as having brought all of it',
    spoil: (honest) => async (call, args) => {
      const answer = await honest(call, args);
      if (call !== 'pull') return answer;
      return pagesAs(answer as PullAnswer, args[1] as Readonly<Record<string, Cursor>>, (table) =>
        table.more ? { ...table, cursor: [table.cursor[0], '~'] } : table,
      );
    },
  },
} as const satisfies Record<string, BrokenServerKind>;

export type BrokenServer = keyof typeof BROKEN_SERVERS;
