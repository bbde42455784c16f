/** Devices for tests: the real engine over stores in memory, a line that can fail at will, a clock that the test owns. */
import { namingItsAnswers } from '#data/named-answers.test-support.ts';
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import type { Fields, StateRow } from '#sync/core/columns.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import type { Clock } from '#sync/machine/clock.ts';
import { type Replication, startReplication } from '#sync/replication.ts';
import { noLock } from '#sync/round/round-lock.ts';
import { type Channel, ServerError, type SyncServer } from '#sync/server/server.ts';
import type { NetworkSignals } from '#sync/server/signals.ts';
import { DoubleServer } from './double-server.ts';
import { Disk, Gate, memoryDocStore, memoryRowStore, rowsOn } from './memory-stores.ts';

export type Call = 'push' | 'pull' | 'readEvents' | 'checksums';

/** What happens to one call on its way. */
export type Fault =
  /** It never arrives. */
  | { readonly kind: 'request-lost' }
  /** It arrives and is done; its answer does not come back. */
  | { readonly kind: 'answer-lost' }
  /** It is answered with an error by something in between; nothing is done. */
  | { readonly kind: 'error'; readonly error: ServerError }
  /** It is answered with this by something in between; nothing is done. */
  | { readonly kind: 'answer'; readonly value: unknown }
  /** It is given up here and still on its way there, until the test lets it arrive. */
  | { readonly kind: 'late' }
  /** It arrives twice. */
  | { readonly kind: 'twice' };

export interface Held {
  /** The answer stands, the world moves on. */
  readonly arrived: Promise<void>;
  release(): void;
}

const lost = () => new ServerError(0, null, null, 'fetch failed');
export const steadyClock = (start = Date.parse('2026-11-18T08:40:00.000Z')): Clock & { set(ms: number): void } => {
  let now = start;
  return {
    now: () => now,
    after(_ms, run) {
      // Waiting costs a test nothing: only jitter and time limits wait here.
      let off = false;
      if (_ms < 1000) queueMicrotask(() => !off && run());
      return () => {
        off = true;
      };
    },
    set(ms) {
      now = ms;
    },
  };
};

const ALWAYS_THERE: NetworkSignals = { online: () => true, visible: () => true, listen: () => () => undefined };

/** One tab of a device. */
export class Tab {
  private readonly faults: Partial<Record<Call, Fault[]>> = {};
  private readonly holds: Partial<Record<Call, ((answer: Promise<unknown>) => Promise<unknown>)[]>> = {};
  private readonly waits: Partial<Record<Call, (() => Promise<void>)[]>> = {};
  private readonly late: (() => Promise<unknown>)[] = [];
  readonly gate = new Gate();
  line: SyncServer;
  replication!: Replication;
  readonly issuesSeen: SyncIssue[] = [];

  constructor(
    readonly device: Device,
    readonly server: SyncServer,
  ) {
    this.line = {
      push: (...args) => this.travel('push', () => server.push(...args)),
      pull: (...args) => this.travel('pull', () => server.pull(...args)),
      readEvents: (...args) => this.travel('readEvents', () => server.readEvents(...args)),
      checksums: (...args) => this.travel('checksums', () => server.checksums(...args)),
      channel: (...args) => server.channel(...args),
    };
  }

  fail(call: Call, ...faults: Fault[]): void {
    this.faults[call] = [...(this.faults[call] ?? []), ...faults];
  }

  /** The next such call is done there, and its answer waits until it is released. */
  hold(call: Call): Held {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const arrived = new Promise<void>((resolve) => {
      const queue = this.holds[call] ?? [];
      this.holds[call] = queue;
      queue.push(async (answer) => {
        await answer.catch(() => undefined);
        resolve();
        await released;
        return answer;
      });
    });
    return { arrived, release };
  }

  /** Something happens while the next such call is still on its way there. */
  before(call: Call, happens: () => Promise<void>): void {
    const queue = this.waits[call] ?? [];
    this.waits[call] = queue;
    queue.push(happens);
  }

  /** What was given up here arrives there after all; nobody hears the answers. */
  async lateOnesArrive(): Promise<void> {
    for (const ask of this.late.splice(0)) await ask();
  }

  private async travel<T>(call: Call, ask: () => Promise<T>): Promise<T> {
    await this.gate.pass(null);
    await this.waits[call]?.shift()?.();
    if (!this.device.isOnline) throw lost();
    const fault = this.faults[call]?.shift();
    if (fault?.kind === 'request-lost') throw lost();
    if (fault?.kind === 'error') throw fault.error;
    if (fault?.kind === 'answer') return fault.value as T;
    if (fault?.kind === 'late') {
      this.late.push(ask);
      throw lost();
    }
    const answer = ask();
    if (fault?.kind === 'twice') {
      await answer;
      await ask();
    }
    const hold = this.holds[call]?.shift();
    const arrived = hold ? ((await hold(answer)) as T) : await answer;
    await this.gate.pass(null);
    if (fault?.kind === 'answer-lost') throw lost();
    return arrived;
  }

  /** `autoSync`: rounds run by themselves as well; this clock's long waits never end. */
  async open(autoSync = false): Promise<this> {
    const { userId, disk, clock, random, salonId } = this.device;
    this.replication = await startReplication({
      userId,
      salonId,
      store: memoryRowStore(disk, this.gate),
      docs: memoryDocStore(disk, this.gate),
      server: this.line,
      clock,
      random,
      network: ALWAYS_THERE,
      lock: noLock,
      autoSync,
      onFault: (error) => this.device.onFault(error),
    });
    return this;
  }

  write(table: TableName, id: string, change: Fields): Promise<void> {
    return this.replication.write([{ table, id, change }]);
  }

  /** One round, well or badly ended. */
  sync(): Promise<void> {
    return this.replication.syncNow();
  }

  kill(): void {
    this.gate.kill();
  }
}

export class Device {
  isOnline = true;
  readonly disk = new Disk();
  readonly clock = steadyClock();
  readonly faults: unknown[] = [];
  tab!: Tab;

  constructor(
    readonly name: string,
    readonly salonId: number,
    readonly random: () => number,
    private readonly server: SyncServer,
    readonly userId = name,
  ) {}

  onFault(error: unknown): void {
    this.faults.push(error);
  }

  openTab(): Promise<Tab> {
    return this.openTabOn(this.server);
  }

  openTabOn(server: SyncServer): Promise<Tab> {
    return new Tab(this, server).open();
  }

  async open(): Promise<this> {
    this.tab = await this.openTab();
    return this;
  }

  /** The tab dies as it is, and another one is opened on the same disk. */
  async killAndReopen(): Promise<void> {
    this.tab.kill();
    await this.open();
  }

  offline(): void {
    this.isOnline = false;
  }
  online(): void {
    this.isOnline = true;
  }

  write(table: TableName, id: string, change: Fields): Promise<void> {
    return this.tab.write(table, id, change);
  }
  sync(): Promise<void> {
    return this.tab.sync();
  }
  row(table: TableName, id: string): StateRow | undefined {
    return rowsOn(this.disk, table).find((row) => row.id === id);
  }
  rows(table: TableName): StateRow[] {
    return rowsOn(this.disk, table);
  }
  get pending(): StateRow[] {
    return TABLE_NAMES.flatMap((table) => rowsOn(this.disk, table).filter((row) => row.pending === 1));
  }
  get issues(): SyncIssue[] {
    const book = this.disk.docs.get('sync-issues') as { issues: Record<string, SyncIssue> } | undefined;
    return Object.values(book?.issues ?? {});
  }
  get status() {
    return this.tab.replication.status$.value;
  }
}

export class World {
  readonly server = new DoubleServer();
  readonly devices: Device[] = [];

  constructor(readonly random: () => number = () => 0.5) {
    for (const id of ['ana', 'boris'])
      this.server.put('resources', { id, rev: 1, deleted: false, name: id, created_at: 'now', updated_at: 'now' });
    this.server.head = 1;
  }

  async device(name: string): Promise<Device> {
    this.server.members.add(name);
    const silent: Channel = { rejoin: () => undefined, close: () => undefined };
    const line: SyncServer = {
      push: async (_salon, changes, epoch) => this.server.push(name, changes, epoch),
      pull: async (_salon, cursors, limit) => this.server.pull(name, cursors, limit),
      readEvents: async () => this.server.readEvents(name),
      checksums: async (_salon, wish) => this.server.checksums(name, wish),
      channel: () => silent,
    };
    const device = await new Device(name, 7, this.random, namingItsAnswers(line)).open();
    this.devices.push(device);
    return device;
  }

  /** Rounds on every device until nothing is left to do; more than a handful means that something goes in circles. */
  async settled(rounds = 12): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      for (const device of this.devices) await device.sync();
      if (this.devices.every((device) => device.pending.length === 0 && device.status.rev >= this.server.head)) return;
    }
  }
}

export const booking = (more: Fields = {}): Fields => ({
  resource_id: 'ana',
  start_time: '2026-11-18T09:00:00.000Z',
  end_time: '2026-11-18T09:30:00.000Z',
  title: 'Подстригване',
  ...more,
});
