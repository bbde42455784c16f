/** The same work for every database, timed inside its page: what reaches the page from outside takes longer than some of it. */
import type { ReplicaAdapter, ReplicaBench } from './adapter.ts';
import { clientRows, DAY_MS, dayFromToday, eventRow, eventRows } from './rows.ts';

const READS = 30;
const WRITES = 40;
const EMISSIONS = 20;
/** As it is typed, letter by letter. */
const TYPED = ['ц', 'цв', 'цве', 'цвет', 'цвете', 'цвете я', 'цвете ян', 'ж', 'жа', 'жан', 'жана', 'жана т'];

async function took(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

async function times(count: number, once: (run: number) => Promise<number>): Promise<number[]> {
  const all: number[] = [];
  for (let run = 0; run < count; run++) all.push(await once(run));
  return all;
}

/** A database that returns too few rows is fast for nothing. */
function expectAtLeast(least: number, found: number, work: string): void {
  if (found < least) throw new Error(`${work}: ${found} rows where at least ${least} were expected`);
}

async function emissions(adapter: ReplicaAdapter): Promise<number[]> {
  if (!adapter.watch) return [];
  const [from, to] = [dayFromToday(1), dayFromToday(2)];
  const day = await adapter.between(from, to);
  let heard: (withNote: number) => void = () => undefined;
  const first = new Promise<number>((resolve) => {
    heard = resolve;
  });
  const stop = adapter.watch(from, to, (withNote) => heard(withNote));
  await first;
  const all = await times(EMISSIONS, async (run) => {
    const from = performance.now();
    const told = new Promise<number>((resolve) => {
      heard = (withNote) => {
        if (withNote === run + 1) resolve(performance.now() - from);
      };
    });
    await adapter.patch(day[run]?.id ?? '', { notes: 'обади се' });
    return told;
  });
  stop();
  return all;
}

export function play(adapter: ReplicaAdapter): void {
  const bench: ReplicaBench = {
    open: () =>
      took(async () => {
        await adapter.open();
        await adapter.between(dayFromToday(0), dayFromToday(1));
      }),
    fill: (events, clients) => took(() => adapter.fill(eventRows(events), clientRows(clients))),
    async work() {
      const read = (days: number, before: number) =>
        times(READS, (run) =>
          took(async () => {
            const rows = await adapter.between(dayFromToday(run - before), dayFromToday(run - before + days));
            expectAtLeast(days * 20, rows.length, `${days} days`);
          }),
        );
      const start = Date.parse(dayFromToday(3));
      const insert = (run: number) => took(() => adapter.insert(eventRow(`new-${performance.now()}`, start + run * 60_000)));
      const known = await adapter.between(dayFromToday(10), dayFromToday(20));
      return {
        day: await read(1, 60),
        month: await read(30, 120),
        insert: await times(WRITES, insert),
        patch: await times(WRITES, (run) =>
          took(() => adapter.patch(known[run]?.id ?? '', { start_time: new Date(start + DAY_MS * 9 + run).toISOString() })),
        ),
        emission: await emissions(adapter),
      };
    },
    async search() {
      const search = (text: string) => took(async () => expectAtLeast(1, await adapter.search(text), `searching ${text}`));
      return { 'first letter': [await search('и')], letter: await times(TYPED.length, (run) => search(TYPED[run] ?? '')) };
    },
  };
  window.replicaBench = bench;
}
