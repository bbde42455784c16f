/**
 * One device of a simulation: the real engine on a real RxStorage, in one realm, doing one command at a time. Promise: when
 * a command is answered, the device is idle; all that it does follows from the commands. Tab `a` is the whole replica
 * (`openReplica`); a second tab is a second engine over the same collections, because RxDB's limit of collections is per realm.
 */
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import type { StateRow } from '#sync/columns.ts';
import { openReplica, type Replica } from '#sync/replica.ts';
import { type Replication, startReplication } from '#sync/replication.ts';
import { noLock } from '#sync/round-lock.ts';
import { ALL_RULES, type Rules } from '#sync/rules.ts';
import { type RowCollections, rxdbDocStore, rxdbRowStore } from '#sync/rxdb-stores.ts';
import type { Signal } from '#sync/signals.ts';
import { dexieStorage } from '#sync/storage.ts';
import { DeviceClock } from './device-clock.ts';
import { DeadError, StorageGate } from './device-gate.ts';
import { DeviceLine } from './device-line.ts';
import { DeviceLocks } from './device-locks.ts';
import { TabGate } from './device-tab-gate.ts';
import type { DeviceCommand, DeviceEvent, DeviceReport, DeviceSetting, DiskContent, DiskRow, TabName } from './protocol.ts';
import { randomOf } from './random.ts';

type Part = Pick<Replication, 'write' | 'status$' | 'syncNow' | 'close' | 'removeIssue'>;

interface Tab {
  readonly name: TabName;
  part: Part | null;
  stopWatching: () => void;
}

export interface DeviceRealm {
  /** Resolves in the next macrotask: whatever was to run until then has run. */
  turn(): Promise<void>;
  /** Real timers and the like that are still to fire: the device is not idle before. */
  busy(): boolean;
  /** From now on this realm runs the app of that local form, its raw storage behind that gate. */
  become(form: string, gate: StorageGate): void;
  /** Removes all databases of this device for good. */
  forget(): Promise<void>;
}

/** Turns without anything happening after which a device counts as idle. */
const QUIET_TURNS = 3;
/** A tab that closes ends what it is doing, its short pauses too. */
const CLOSING_MS = 1_000;
/** No opening or closing takes that many. */
const MANY_TURNS = 20_000;
const isTable = (name: string): name is TableName => (TABLE_NAMES as readonly string[]).includes(name);
const isDead = (error: unknown): boolean => {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof DeadError) return true;
  return false;
};

export class Device {
  private events: DeviceEvent[] = [];
  private readonly clock = new DeviceClock();
  private readonly frozen = new Set<TabName>();
  private readonly waitingForThaw: { readonly tab: TabName; readonly run: () => void }[] = [];
  private readonly tabs = new Map<TabName, Tab>();
  private readonly pending = new Map<string, Set<string>>();
  private line = new DeviceLine((event) => this.events.push(event));
  private locks = new DeviceLocks((tab, run) => this.runIn(tab, run));
  private gate: StorageGate | null = null;
  private tabGate: TabGate | null = null;
  private replica: Replica | null = null;
  private opening: Promise<unknown> | null = null;
  private openingSecond = false;
  private setting: DeviceSetting | null = null;
  private form = '';
  private readonly listeners = new Map<TabName, Set<(signal: Signal) => void>>();
  private online = true;
  private visible = true;

  constructor(private readonly realm: DeviceRealm) {}

  /** An error that nobody caught in this realm. */
  uncaught(error: unknown): void {
    if (!isDead(error))
      this.events.push({ saw: 'fault', error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }

  async do(command: DeviceCommand): Promise<DeviceReport> {
    await this.perform(command);
    await this.settle();
    const events = this.events;
    this.events = [];
    const storageOps = this.gate?.ops ?? 0;
    if (this.gate) this.gate.ops = 0;
    const status = Object.fromEntries([...this.tabs].flatMap(([name, { part }]) => (part ? [[name, part.status$.value]] : [])));
    return {
      events,
      idle: {
        now: this.clock.now,
        tabs: [...this.tabs.keys()],
        frozen: [...this.frozen],
        nextTimer: this.clock.nextDue(this.frozen),
        held: this.gate?.isHeld ?? false,
        pendingOnDisk: this.pendingOnDisk(),
        status,
        storageOps,
      },
    };
  }

  private async settle(): Promise<void> {
    let quiet = 0;
    let last = -1;
    while (quiet < QUIET_TURNS) {
      await this.realm.turn();
      const gate = this.gate;
      const first = this.opening !== null;
      const second = this.openingSecond && this.tabGate?.isDead === false;
      const opening = (first || second) && gate !== null && !gate.dead && !gate.isHeld;
      const calm = !opening && (gate?.inFlight ?? 0) === 0 && !this.realm.busy() && gate?.activity === last;
      last = gate?.activity ?? -1;
      quiet = calm || gate === null ? quiet + 1 : 0;
    }
  }

  private runIn(tab: TabName, run: () => void): void {
    if (this.frozen.has(tab)) this.waitingForThaw.push({ tab, run });
    else if (this.tabs.has(tab)) run();
  }

  private pendingOnDisk(): number {
    let count = 0;
    for (const ids of this.pending.values()) count += ids.size;
    return count;
  }

  private async perform(command: DeviceCommand): Promise<void> {
    switch (command.do) {
      case 'open':
        return this.open(command.setting);
      case 'open-tab':
        // Not awaited: what dies while it opens never ends.
        void this.openSecond(command.seed);
        return;
      case 'write': {
        const { writeId, changes, tab } = command;
        return this.ask(
          tab,
          (part) => part.write(changes),
          () => this.events.push({ saw: 'wrote', writeId }),
          (error) => this.events.push({ saw: 'not-written', writeId, error }),
        );
      }
      case 'remove-issue':
        return this.ask(command.tab, (part) => part.removeIssue(command.id));
      case 'sync-now':
        return this.ask(command.tab, (part) => part.syncNow());
      case 'advance':
        while (this.clock.step(command.to, this.frozen)) await this.settle();
        return;
      case 'set-clock':
        this.clock.clockAtZero = command.clockAtZero;
        return;
      case 'signals':
        return this.signals(command.online, command.visible);
      case 'answer': {
        const tab = this.line.tabOf(command.letter);
        if (tab) this.runIn(tab, () => this.line.answer(command.letter, command.answer));
        return;
      }
      case 'channel':
        return this.runIn(command.tab, () => this.line.say(command.tab, command.says));
      case 'kill':
        return this.kill(command);
      case 'freeze':
        this.frozen.add(command.tab);
        if (command.tab === 'b') this.tabGate?.freeze();
        return;
      case 'thaw':
        return this.thaw(command.tab);
      case 'hold':
        this.gate?.trap('hold', command.step);
        return;
      case 'release':
        this.gate?.letGo();
        return;
      case 'fail-storage':
        this.gate?.trap(command.kind, command.step, command.times);
        return;
      case 'disarm':
        this.gate?.disarm();
        this.tabGate?.disarm();
        return;
      case 'close':
        return this.close(command.tab);
      case 'read':
        this.events.push({ saw: 'disk', content: await this.disk() });
        return;
      case 'wipe':
        return this.wipe();
    }
  }

  /** Not awaited: what a person asks of a tab is answered when it is. */
  private ask(
    tab: TabName,
    what: (part: Part) => Promise<unknown>,
    done: () => void = () => undefined,
    failed: (name: string) => void = () => undefined,
  ): void {
    const part = this.tabs.get(tab)?.part;
    if (!part || this.frozen.has(tab)) {
      failed('no such tab');
      return;
    }
    what(part).then(
      () => done(),
      (error: unknown) => {
        if (isDead(error)) return;
        failed(error instanceof Error ? error.name : String(error));
      },
    );
  }

  private signalsOf(tab: TabName) {
    const listeners = new Set<(signal: Signal) => void>();
    this.listeners.set(tab, listeners);
    return {
      online: () => this.online,
      visible: () => this.visible,
      listen: (heard: (signal: Signal) => void) => {
        listeners.add(heard);
        return () => {
          listeners.delete(heard);
        };
      },
    };
  }

  private signals(online: boolean, visible: boolean): void {
    const news: Signal[] = [];
    if (online !== this.online) news.push(online ? 'online' : 'offline');
    if (visible !== this.visible) news.push(visible ? 'visible' : 'hidden');
    this.online = online;
    this.visible = visible;
    for (const signal of news)
      for (const [tab, listeners] of this.listeners) for (const heard of listeners) this.runIn(tab, () => heard(signal));
  }

  private async open(setting: DeviceSetting): Promise<void> {
    await this.bury();
    this.setting = setting;
    this.clock.clockAtZero = setting.clockAtZero;
    this.clock.now = setting.now;
    this.online = setting.online;
    this.visible = setting.visible;
    const gate = new StorageGate({
      died: (where) => this.died('a', where),
      failed: (kind) => this.events.push({ saw: 'storage-failed', kind }),
      held: () => undefined,
      stored: (table, documents) => this.stored(table, documents),
      nothingPending: (table) => (this.pending.get(table)?.size ?? 0) === 0,
    });
    this.gate = gate;
    const tab: Tab = { name: 'a', part: null, stopWatching: () => undefined };
    this.tabs.set('a', tab);
    this.locks = new DeviceLocks((name, run) => this.runIn(name, run));
    const random = randomOf(setting.seed);
    const clock = this.clock.of('a');
    const dexie = dexieStorage();
    const off = Object.fromEntries(setting.rulesOff.map((rule) => [rule, false]));
    if (this.form !== setting.form) this.pending.clear();
    this.form = setting.form;
    this.realm.become(setting.form, gate);
    this.opening = openReplica({
      userId: setting.userId,
      salonId: setting.salonId,
      server: this.line.server('a'),
      clock,
      random,
      storage: { ...dexie, storage: gate.wrap(dexie.storage) },
      multiInstance: false,
      network: this.signalsOf('a'),
      rules: { ...ALL_RULES, ...off } as Rules,
      lock: setting.locks === false ? noLock : this.locks.lockOf('a', clock, random),
      onFault: (error) => {
        if (!gate.dead) this.uncaught(error);
      },
    }).then(
      (replica) => {
        this.opening = null;
        this.replica = replica;
        if (gate.dead) return;
        this.watch(tab, replica);
        this.events.push({ saw: 'opened', tab: 'a', pending: this.pendingOnDisk() });
      },
      (error: unknown) => {
        this.opening = null;
        if (gate.dead) return;
        this.tabs.delete('a');
        this.events.push({
          saw: 'not-opened',
          tab: 'a',
          error: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
        });
      },
    );
  }

  private async openSecond(seed: number): Promise<void> {
    const { replica, setting, gate } = this;
    if (!replica || !setting || !gate || gate.dead || this.tabs.has('b')) return;
    const tab: Tab = { name: 'b', part: null, stopWatching: () => undefined };
    this.tabs.set('b', tab);
    const tabGate = new TabGate((where) => this.died('b', where), gate);
    this.tabGate = tabGate;
    const random = randomOf(seed);
    const clock = this.clock.of('b');
    const rules = { ...ALL_RULES, ...Object.fromEntries(setting.rulesOff.map((rule) => [rule, false])) } as Rules;
    const storage = { revive: async () => undefined };
    this.openingSecond = true;
    try {
      const part = await startReplication({
        userId: setting.userId,
        salonId: setting.salonId,
        server: this.line.server('b'),
        clock,
        random,
        rules,
        store: tabGate.rows(rxdbRowStore(replica.rows as unknown as RowCollections, storage)),
        docs: tabGate.docs(rxdbDocStore(replica.rows.clients.database, storage)),
        network: this.signalsOf('b'),
        lock: setting.locks === false ? noLock : this.locks.lockOf('b', clock, random),
        autoSync: true,
        onFault: (error) => {
          if (this.tabs.get('b') === tab) this.uncaught(error);
        },
      });
      if (this.tabs.get('b') !== tab) return void part.close();
      this.watch(tab, part);
      this.events.push({ saw: 'opened', tab: 'b', pending: this.pendingOnDisk() });
    } catch (error) {
      this.drop('b');
      if (!isDead(error)) this.events.push({ saw: 'not-opened', tab: 'b', error: String(error) });
    } finally {
      if (this.tabGate === tabGate) this.openingSecond = false;
    }
  }

  private watch(tab: Tab, part: Part): void {
    tab.part = part;
    const subscription = part.status$.subscribe((status) => {
      if (this.tabs.get(tab.name) === tab)
        this.events.push({ saw: 'status', tab: tab.name, status, pendingOnDisk: this.pendingOnDisk() });
    });
    tab.stopWatching = () => subscription.unsubscribe();
  }

  /** Told by the storage before the engine hears of it. */
  private stored(collection: string, documents: readonly Record<string, unknown>[]): void {
    if (!isTable(collection)) return;
    this.events.push({ saw: 'stored', table: collection, documents });
    const ids = this.pending.get(collection) ?? new Set<string>();
    this.pending.set(collection, ids);
    for (const { id, pending, _deleted } of documents)
      if (pending === 1 && _deleted !== true) ids.add(String(id));
      else ids.delete(String(id));
  }

  private kill(command: DeviceCommand & { do: 'kill' }): void {
    const { tab, at } = command;
    if (!this.tabs.has(tab)) return;
    if (tab === 'b') {
      if (at === 'now') this.tabGate?.die('now');
      else this.tabGate?.trap(at);
    } else if (at === 'now') this.gate?.die('now');
    else this.gate?.trap(at.when === 'before' ? 'kill-before' : 'kill-after', at);
  }

  private drop(tab: TabName): void {
    this.tabs.get(tab)?.stopWatching();
    this.tabs.delete(tab);
    this.frozen.delete(tab);
    this.listeners.delete(tab);
    this.clock.forget(tab);
    this.line.forget(tab);
    this.locks.forget(tab);
    if (tab === 'b') {
      this.tabGate?.end();
      this.tabGate = null;
      this.openingSecond = false;
    }
    for (let n = this.waitingForThaw.length - 1; n >= 0; n--)
      if (this.waitingForThaw[n]?.tab === tab) this.waitingForThaw.splice(n, 1);
  }

  private died(tab: TabName, where: string): void {
    const dead = [...this.tabs.keys()].filter((name) => name === tab || tab === 'a');
    for (const name of dead) this.drop(name);
    this.events.push({ saw: 'died', tabs: dead, at: where });
  }

  private thaw(tab: TabName): void {
    if (!this.frozen.delete(tab)) return;
    if (tab === 'b') this.tabGate?.thaw();
    const due = this.waitingForThaw.filter((entry) => entry.tab === tab);
    for (const entry of due) {
      this.waitingForThaw.splice(this.waitingForThaw.indexOf(entry), 1);
      entry.run();
    }
  }

  private async close(tab: TabName): Promise<void> {
    for (const name of tab === 'a' ? (['b', 'a'] as const) : (['b'] as const)) {
      const open = this.tabs.get(name);
      if (!open?.part) continue;
      if (this.frozen.has(name)) this.thaw(name);
      // A page that closes waits for nobody: what it asked is given up.
      const closing = open.part.close();
      await this.settleUntil(closing, this.clock.now + CLOSING_MS);
      if (this.gate?.dead) return;
      this.drop(name);
      this.events.push({ saw: 'closed', tab: name });
      if (name === 'a') {
        this.replica = null;
        this.gate = null;
      }
    }
  }

  /** `until`: timers that are due by then run meanwhile. */
  private async settleUntil(promise: Promise<unknown>, until = this.clock.now): Promise<void> {
    let done = false;
    promise.then(
      () => {
        done = true;
      },
      (error: unknown) => {
        done = true;
        this.uncaught(error);
      },
    );
    const wasDead = this.gate?.dead ?? false;
    for (let turns = 0; !done; turns++) {
      // It dies while it closes: it is buried at the next opening.
      if (!wasDead && this.gate?.dead) return;
      if (turns > MANY_TURNS) {
        this.uncaught(new Error('a tab does not close'));
        return;
      }
      this.gate?.letGo();
      this.clock.bury();
      this.clock.runNext(until, this.frozen);
      await this.realm.turn();
    }
  }

  /** Closes a dead device behind its gate, so that it can be opened again. */
  private async bury(): Promise<void> {
    const { gate, replica } = this;
    if (gate === null) return;
    gate.bury();
    for (const name of [...this.tabs.keys()]) this.drop(name);
    if (this.opening) await this.settleUntil(this.opening);
    if (this.replica ?? replica) await this.settleUntil((this.replica ?? (replica as Replica)).close().catch(() => undefined));
    await gate.closeAll();
    this.replica = null;
    this.gate = null;
  }

  private async disk(): Promise<DiskContent> {
    const rows: DiskRow[] = [];
    const documents: unknown[] = [];
    const database = this.replica?.rows.clients.database;
    if (this.replica && database) {
      const storage = { revive: async () => undefined };
      const collections = this.replica.rows as unknown as RowCollections;
      const store = rxdbRowStore(collections, storage);
      for (const table of TABLE_NAMES) {
        const ids = await store.scan(table, () => true);
        for (const { row, hidden } of (await store.read(table, ids)).values())
          if (row) rows.push({ table, row: structuredClone(row) as StateRow, hidden });
      }
      const docs = rxdbDocStore(database, storage);
      for (const name of ['sync-state', 'sync-issues']) documents.push(structuredClone(await docs.read(name)));
    }
    const here = database?.name ?? '';
    const left = (await indexedDB.databases()).flatMap(({ name }) => (name?.includes(here) ? [] : (name ?? [])));
    if (left.length > 0) documents.push({ otherForms: left });
    const book = documents[1] as { issues?: Record<string, DiskContent['issues'][number]> } | null | undefined;
    return { rows, issues: Object.values(book?.issues ?? {}), documents };
  }

  private async wipe(): Promise<void> {
    await this.bury();
    await this.realm.forget();
    this.pending.clear();
    this.form = '';
    this.frozen.clear();
    this.waitingForThaw.length = 0;
    this.events = [];
    this.clock.forget('a');
    this.clock.forget('b');
    this.line = new DeviceLine((event) => this.events.push(event));
  }
}
