/**
 * One random history of a few devices, each the real engine in up to two tabs, on the stand-in server: lost, late, doubled
 * and delayed requests, dying tabs, withdrawn members, purges; then everything heals, and what must hold is checked.
 * Replays from its seed: nothing in it waits for time.
 */
import type { TableName } from '#schemas/registry.ts';
import type { Fields, StateRow } from '#sync/columns.ts';
import { ALL_RULES, type Rules } from '#sync/rules.ts';
import { type Channel, ServerError, type SyncServer } from '#sync/server.ts';
import { Device, type Tab, World } from './devices.ts';
import { leaksOf, TABLES_USED, violationsOf, type Written } from './history-checks.ts';

export interface HistoryOptions {
  readonly rules?: Rules;
  readonly steps?: number;
  readonly purges?: boolean;
  readonly restores?: boolean;
  /** Clients are erased; every name and note then carries a mark that must be nowhere in the end. */
  readonly erasures?: boolean;
}

export interface HistoryResult {
  readonly violations: readonly string[];
  readonly writes: number;
  readonly issues: number;
  readonly faults: Readonly<Record<string, number>>;
}

interface Letter {
  readonly tab: Tab;
  readonly perform: () => unknown;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
  answer?: { readonly value?: unknown; readonly error?: unknown };
}

function randomOf(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

type Fate = 'request lost' | 'answer lost' | 'late' | 'server error' | 'doubled' | 'answer delayed' | 'goes well';
/** How often each befalls a request: cumulated. */
const FATES: readonly (readonly [upTo: number, fate: Fate])[] = [
  [0.08, 'request lost'],
  [0.18, 'answer lost'],
  [0.24, 'late'],
  [0.26, 'server error'],
  [0.32, 'doubled'],
  [0.6, 'answer delayed'],
  [1, 'goes well'],
];
const fateOf = (random: number): Fate => FATES.find(([upTo]) => random < upTo)?.[1] ?? 'goes well';

const idle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const lost = () => new ServerError(0, null, null, 'fetch failed');
const canonical = (value: unknown) => (typeof value === 'string' ? value.trim() : value);
const EVENT_GROUPS = [['start_time', 'end_time'], ['notes'], ['title']];

export async function runHistory(seed: number, options: HistoryOptions = {}): Promise<HistoryResult> {
  const random = randomOf(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const rules = options.rules ?? ALL_RULES;
  const world = new World(rules, random);
  const { server } = world;
  server.page = 4;
  const faults: Record<string, number> = {};
  const count = (fault: string) => {
    faults[fault] = (faults[fault] ?? 0) + 1;
  };
  const post: Letter[] = [];
  const late: (() => unknown)[] = [];
  const devices: Device[] = [];
  const tabs = new Map<Device, { tab: Tab; running: boolean }[]>();
  const everSent = new Set<string>();
  const writes: Written[] = [];
  let counter = 0;
  const erased = new Set<string>();
  const restores: (() => void)[] = [];

  const lineOf = (name: string, current: () => Tab): SyncServer => {
    const send = <T>(perform: () => unknown): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        post.push({ tab: current(), perform, resolve: resolve as (answer: unknown) => void, reject });
      });
    const silent: Channel = { rejoin: () => undefined, close: () => undefined };
    return {
      push: (_salon, changes, epoch) => {
        for (const { table, id } of changes) everSent.add(`${name}/${table}/${id}`);
        return send(() => server.push(name, changes, epoch));
      },
      pull: (_salon, cursors, limit) => send(() => server.pull(name, cursors, limit)),
      readEvents: () => send(() => server.readEvents(name)),
      checksums: (_salon, wish) => send(() => server.checksums(name, wish)),
      channel: () => silent,
    };
  };
  const openTab = async (device: Device, name: string): Promise<void> => {
    const made: { tab?: Tab } = {};
    const tab = await device.openTabOn(lineOf(name, () => made.tab as Tab));
    made.tab = tab;
    tabs.get(device)?.push({ tab, running: false });
  };
  for (let n = 0; n < 2 + Math.floor(random() * 3); n++) {
    const name = `d${n}`;
    server.members.add(name);
    const device = new Device(
      name,
      7,
      rules,
      random,
      lineOf(name, () => undefined as never),
    );
    tabs.set(device, []);
    devices.push(device);
    await openTab(device, name);
  }

  const allRows = (device: Device): { table: TableName; row: StateRow }[] =>
    TABLES_USED.flatMap((table) => device.rows(table).map((row) => ({ table, row })));

  async function write(device: Device, table: TableName, id: string, change: Fields): Promise<void> {
    const current = device.disk.tables[table].get(id)?.row ?? null;
    const known = current === null ? null : (current.base ?? (current.pending ? null : current));
    const trivial = (field: string) =>
      known !== null && (known[field] ?? null) === canonical(change[field]) && (!current?.pending || !current.sent?.[field]);
    const marks = Object.fromEntries(Object.keys(change).map((field) => [field, trivial(field)]));
    const tab = tabs.get(device)?.[0]?.tab;
    if (!tab) return;
    // Until it is acknowledged it may have happened or not: it supersedes earlier ones and promises nothing.
    const entries = Object.entries(change).map(([field, value]): Written => {
      server.time++;
      return { at: server.time, device, table, id, field, value: canonical(value), trivial: true };
    });
    writes.push(...entries);
    await tab.write(table, id, change);
    if (change.deleted === true && !everSent.has(`${device.name}/${table}/${id}`)) {
      if (!device.disk.tables[table].get(id)?.row || !server.history.has(`${table}/${id}/deleted`)) marks.deleted = true;
    }
    // Removing what is not here (not yet pulled, or cleared by a rebuild) or never left is no decision about what is there.
    if (change.deleted === true && (current === null || (current.rev === 0 && current.sent === null))) marks.deleted = true;
    for (const entry of entries) entry.trivial = marks[entry.field] ?? false;
  }

  const text = () => `${random() < 0.03 ? 'bad' : 'v'}${++counter}${random() < 0.1 ? ' ' : ''}`;
  const marked = (id: string) => (options.erasures ? `v${++counter}#${id}#` : text());
  const time = () => new Date(Date.parse('2026-11-18T00:00:00.000Z') + ++counter * 60_000).toISOString();
  const pair = () => [
    `${String(Math.floor(random() * 12)).padStart(2, '0')}:${String(counter++ % 60).padStart(2, '0')}`,
    '23:00',
  ];

  async function edit(device: Device): Promise<void> {
    const p = random();
    if (p < 0.12) {
      const id = `c${device.name}${++counter}`;
      return write(device, 'clients', id, { first_name: marked(id), phone: marked(id) });
    }
    if (options.erasures && p > 0.97) {
      const known = device.rows('clients').filter((row) => row.erased_at === null);
      if (known.length === 0) return;
      const { id } = pick(known);
      count('client erased');
      await write(device, 'clients', id, { erased_at: '2026-11-18T08:40:00.000Z' });
      erased.add(id);
      return;
    }
    if (p < 0.25) {
      const clients = device.rows('clients').filter((row) => !row.deleted);
      const client_id = clients.length > 0 ? pick(clients).id : null;
      return write(device, 'events', `e${device.name}${++counter}`, {
        resource_id: pick(['ana', 'boris']),
        start_time: time(),
        end_time: time(),
        client_id,
        title: text(),
        notes: options.erasures && client_id !== null ? marked(client_id) : null,
      });
    }
    if (p < 0.37) {
      const set = Array.from({ length: Math.floor(random() * 3) }, pair).sort();
      const [first] = set;
      const id = `ana/${Math.floor(random() * 2)}/0`;
      if (!first) return write(device, 'employee_weekly_shifts', id, { deleted: true });
      const [start_time, end_time] = first;
      return write(device, 'employee_weekly_shifts', id, {
        resource_id: 'ana',
        start_time,
        end_time,
        intervals: JSON.stringify(set),
        deleted: false,
      });
    }
    const rows = allRows(device).filter(({ row, table }) => !row.deleted && table !== 'employee_weekly_shifts');
    if (rows.length === 0) return;
    const { table, row } = pick(rows);
    if (p < 0.47) return write(device, table, row.id, { deleted: true });
    const groups = table === 'clients' ? [['first_name'], ['phone']] : EVENT_GROUPS;
    const group = pick(groups);
    const { base } = row;
    if (p < 0.6 && row.pending && base && base.deleted !== true)
      return write(device, table, row.id, Object.fromEntries(group.map((field) => [field, base[field]])));
    const owner = table === 'clients' ? row.id : row.client_id;
    if (options.erasures && group[0] === 'notes' && typeof owner !== 'string') return;
    const personal = table === 'clients' || group[0] === 'notes';
    const fresh = group[0] === 'start_time' ? time : personal ? () => marked(String(owner)) : text;
    return write(device, table, row.id, Object.fromEntries(group.map((field) => [field, fresh()])));
  }

  function deliver(letter: Letter, healthy: boolean): void {
    server.time++;
    const perform = () => {
      try {
        return { value: letter.perform() };
      } catch (error) {
        return { error };
      }
    };
    const finish = (answer: { value?: unknown; error?: unknown }) => {
      post.splice(post.indexOf(letter), 1);
      if ('error' in answer) letter.reject(answer.error);
      else letter.resolve(answer.value);
    };
    const fate = letter.answer ? 'arrives' : healthy ? 'goes well' : fateOf(random());
    if (fate !== 'arrives' && fate !== 'goes well') count(fate);
    switch (fate) {
      case 'arrives':
        finish(letter.answer ?? {});
        break;
      case 'request lost':
        finish({ error: lost() });
        break;
      case 'answer lost':
        perform();
        finish({ error: lost() });
        break;
      case 'late':
        late.push(perform);
        finish({ error: lost() });
        break;
      case 'server error':
        finish({ error: new ServerError(500, '40P01', null, 'deadlock detected') });
        break;
      case 'doubled':
        late.push(perform);
        letter.answer = perform();
        break;
      case 'answer delayed':
        letter.answer = perform();
        break;
      case 'goes well':
        finish(perform());
    }
  }

  function start(entry: { tab: Tab; running: boolean }): void {
    entry.running = true;
    entry.tab.sync().then(() => {
      entry.running = false;
    });
  }

  async function killTabs(device: Device): Promise<void> {
    for (const { tab } of tabs.get(device) ?? []) {
      tab.kill();
      for (const letter of post.filter((other) => other.tab === tab)) post.splice(post.indexOf(letter), 1);
    }
    tabs.set(device, []);
    await openTab(device, device.name);
  }

  /** Where a tab died at a disk step, the device is opened again. */
  async function reopenDead(): Promise<void> {
    for (const device of devices) if (tabs.get(device)?.some(({ tab }) => tab.gate.killed)) await killTabs(device);
  }

  for (let step = 0; step < (options.steps ?? 300); step++) {
    const device = pick(devices);
    const entries = tabs.get(device) ?? [];
    const p = random();
    // Not awaited: a tab that dies while it writes never answers, and that write was never acknowledged.
    if (p < 0.22) void edit(device);
    else if (p < 0.235) {
      count('tab killed');
      await killTabs(device);
    } else if (p < 0.25) {
      count('tab killed at a disk step');
      let left = 1 + Math.floor(random() * 6);
      entries[0]?.tab.gate.killAt(() => --left === 0);
      if (entries[0] && !entries[0].running) start(entries[0]);
    } else if (p < 0.265 && late.length > 0) late.splice(Math.floor(random() * late.length), 1)[0]?.();
    else if (p < 0.27) {
      count('membership changed');
      if (server.members.has(device.name)) server.members.delete(device.name);
      else server.members.add(device.name);
    } else if (p < 0.274 && options.purges) {
      count('purged');
      server.purge();
    } else if (p < 0.276 && options.restores) {
      const restore = restores.pop();
      if (restore) {
        count('restored');
        restore();
      } else restores.push(server.backup());
    } else if (p < 0.3 && entries.length < 2) await openTab(device, device.name);
    else if (post.length > 0 && p < 0.9) deliver(pick(post), false);
    else {
      const free = entries.filter(({ running }) => !running);
      if (free.length > 0) start(pick(free));
    }
    await idle();
    await reopenDead();
  }

  for (const device of devices) {
    server.members.add(device.name);
    for (const { tab } of tabs.get(device) ?? []) tab.gate.disarm();
  }
  for (const perform of late.splice(0)) perform();
  const drain = async () => {
    for (await idle(); post.length > 0; await idle()) deliver(post[0] as Letter, true);
  };
  await drain();
  for (let round = 0; round < 25; round++) {
    for (const device of devices) {
      const entry = tabs.get(device)?.[0];
      if (entry && !entry.running) start(entry);
      await drain();
    }
    if (devices.every((device) => device.pending.length === 0)) break;
  }
  for (const device of devices) {
    const entry = tabs.get(device)?.[0];
    if (entry && !entry.running) start(entry);
    await drain();
  }
  return {
    violations: [...violationsOf(devices, world, writes, options), ...(options.erasures ? leaksOf(devices, world, erased) : [])],
    writes: writes.length,
    issues: devices.flatMap(({ issues }) => issues).length,
    faults,
  };
}
