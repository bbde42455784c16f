/**
 * The life of a device's tabs: opened, frozen, killed, closed, buried and opened again on the same disk. Tab `a` is the whole
 * replica (`openReplica`); a second tab is a second engine over the same collections, because RxDB's limit of collections is
 * per realm.
 */
import type { SalonRole } from '#schemas/constants.ts';
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { openReplica, type Replica } from '#sync/replica.ts';
import { type Replication, startReplication } from '#sync/replication.ts';
import { noLock } from '#sync/round/round-lock.ts';
import { dexieStorage } from '#sync/storage/rxdb/dexie-storage.ts';
import { type RowCollections, rxdbDocStore, rxdbRowStore } from '#sync/storage/rxdb/rxdb-stores.ts';
import { ISSUES_DOCUMENT, type IssueMap } from '#sync/writes/issue-book.ts';
import type { DeviceCommand, DeviceEvent, DeviceSetting, TabName } from '../protocol.ts';
import { randomOf } from '../random.ts';
import { DeviceClock } from './device-clock.ts';
import { DeadError, StorageGate } from './device-gate.ts';
import { DeviceLine } from './device-line.ts';
import { DeviceLocks } from './device-locks.ts';
import { DeviceNotes } from './device-notes.ts';
import { DeviceSignals } from './device-signals.ts';
import { TabGate } from './device-tab-gate.ts';

export type Part = Pick<Replication, 'write' | 'status$' | 'membership$' | 'syncNow' | 'close' | 'removeIssue' | 'putBack'>;

export interface Tab {
  readonly name: TabName;
  part: Part | null;
  stopWatching: () => void;
}

export interface DeviceRealm {
  /** Resolves in the next macrotask: whatever was to run until then has run. */
  turn(): Promise<void>;
  /** Real timers and the like that are still to fire: the device is not idle before. */
  busy(): boolean;
  /** From now on this realm runs the app of that local schema version, its raw storage behind that gate. */
  become(form: string, gate: StorageGate): void;
  /** As the browser does it under an open page: all databases are gone, and their connections hear that they are closed. */
  clear(): void;
  /** Removes all databases of this device for good. */
  forget(): Promise<void>;
}

/** A tab that closes ends what it is doing, its short pauses too. */
const CLOSING_MS = 1_000;
/** No opening or closing takes that many. */
const MANY_TURNS = 20_000;
const isTable = (name: string): name is TableName => (TABLE_NAMES as readonly string[]).includes(name);
export const isDead = (error: unknown): boolean => {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof DeadError) return true;
  return false;
};

export class DeviceLife {
  readonly clock = new DeviceClock();
  readonly frozen = new Set<TabName>();
  readonly tabs = new Map<TabName, Tab>();
  readonly signals: DeviceSignals;
  line: DeviceLine;
  gate: StorageGate | null = null;
  tabGate: TabGate | null = null;
  replica: Replica | null = null;
  /** The first tab, or the second, is opening. */
  opening: Promise<unknown> | null = null;
  openingSecond = false;
  private readonly waitingForThaw: { readonly tab: TabName; readonly run: () => void }[] = [];
  private readonly pending = new Map<string, Set<string>>();
  private locks = new DeviceLocks((tab, run) => this.runIn(tab, run));
  private setting: DeviceSetting | null = null;
  private form = '';
  private toldRole: SalonRole = 'owner';
  private isCleared = false;
  private readonly notes: DeviceNotes;

  constructor(
    private readonly realm: DeviceRealm,
    private readonly tell: (event: DeviceEvent) => void,
  ) {
    this.line = new DeviceLine(tell);
    this.notes = new DeviceNotes(tell);
    this.signals = new DeviceSignals((tab, run) => this.runIn(tab, run));
  }

  /** An error that nobody caught in this realm. */
  uncaught(error: unknown): void {
    if (!isDead(error))
      this.tell({ saw: 'fault', error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }

  runIn(tab: TabName, run: () => void): void {
    if (this.frozen.has(tab)) this.waitingForThaw.push({ tab, run });
    else if (this.tabs.has(tab)) run();
  }

  pendingOnDisk(): number {
    let count = 0;
    for (const ids of this.pending.values()) count += ids.size;
    return count;
  }

  async open(setting: DeviceSetting): Promise<void> {
    await this.bury();
    this.setting = setting;
    this.clock.clockAtZero = setting.clockAtZero;
    this.clock.now = setting.now;
    this.signals.start(setting.online, setting.visible);
    const gate = new StorageGate({
      died: (where) => this.died('a', where),
      failed: (kind) => this.tell({ saw: 'storage-failed', kind }),
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
    if (this.form !== setting.form) this.pending.clear();
    this.form = setting.form;
    this.realm.become(setting.form, gate);
    if (this.isCleared) this.pending.clear();
    this.isCleared = false;
    const notes = setting.noted || setting.follows ? this.notes : null;
    if (notes) await notes.beforeOpening(setting);
    this.opening = openReplica({
      userId: setting.userId,
      salonId: setting.salonId,
      server: this.line.server('a'),
      clock,
      random,
      storage: { ...dexie, storage: gate.wrap(dexie.storage) },
      multiInstance: false,
      network: this.signals.of('a'),
      lock: setting.locks === false ? noLock : this.locks.lockOf('a', clock, random),
      onFault: (error) => {
        if (!gate.dead) this.uncaught(error);
      },
    }).then(
      async (replica) => {
        this.replica = replica;
        if (notes && !gate.dead) await notes.opened(replica, setting, () => this.clock.now + this.clock.clockAtZero);
        this.opening = null;
        if (gate.dead) return;
        this.watch(tab, replica);
        this.tell({ saw: 'opened', tab: 'a', pending: this.pendingOnDisk() });
      },
      (error: unknown) => {
        this.opening = null;
        if (gate.dead) return;
        this.tabs.delete('a');
        this.tell({
          saw: 'not-opened',
          tab: 'a',
          error: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
        });
      },
    );
  }

  async openSecond(seed: number): Promise<void> {
    const { replica, setting, gate } = this;
    if (!replica || !setting || !gate || gate.dead || this.tabs.has('b')) return;
    const tab: Tab = { name: 'b', part: null, stopWatching: () => undefined };
    this.tabs.set('b', tab);
    const tabGate = new TabGate((where) => this.died('b', where), gate);
    this.tabGate = tabGate;
    const random = randomOf(seed);
    const clock = this.clock.of('b');
    const storage = { guard: <T>(operation: () => Promise<T>) => operation() };
    this.openingSecond = true;
    try {
      const part = await startReplication({
        userId: setting.userId,
        salonId: setting.salonId,
        server: this.line.server('b'),
        clock,
        random,
        store: tabGate.rows(rxdbRowStore(replica.rows as unknown as RowCollections, storage)),
        docs: tabGate.docs(rxdbDocStore(replica.rows.clients.database, storage)),
        network: this.signals.of('b'),
        lock: setting.locks === false ? noLock : this.locks.lockOf('b', clock, random),
        autoSync: true,
        onFault: (error) => {
          if (this.tabs.get('b') === tab) this.uncaught(error);
        },
      });
      if (this.tabs.get('b') !== tab) return void part.close();
      this.watch(tab, part);
      this.tell({ saw: 'opened', tab: 'b', pending: this.pendingOnDisk() });
    } catch (error) {
      this.drop('b');
      if (!isDead(error)) this.tell({ saw: 'not-opened', tab: 'b', error: String(error) });
    } finally {
      if (this.tabGate === tabGate) this.openingSecond = false;
    }
  }

  private watch(tab: Tab, part: Part): void {
    tab.part = part;
    const subscription = part.status$.subscribe((status) => {
      if (this.tabs.get(tab.name) === tab)
        this.tell({ saw: 'status', tab: tab.name, status, pendingOnDisk: this.pendingOnDisk() });
    });
    subscription.add(
      part.membership$.subscribe((membership) => {
        const role = membership?.role ?? 'owner';
        if (role === this.toldRole || this.tabs.get(tab.name) !== tab) return;
        this.toldRole = role;
        this.tell({ saw: 'role', tab: tab.name, role });
      }),
    );
    tab.stopWatching = () => subscription.unsubscribe();
  }

  /** Told by the storage before the engine hears of it. */
  private stored(collection: string, documents: readonly Record<string, unknown>[]): void {
    for (const { id, data } of documents)
      if (id === ISSUES_DOCUMENT) {
        const { value } = data as { value: IssueMap };
        this.tell({ saw: 'issues', issues: Object.values(value.issues) });
      }
    if (!isTable(collection)) return;
    this.tell({ saw: 'stored', table: collection, documents });
    const ids = this.pending.get(collection) ?? new Set<string>();
    this.pending.set(collection, ids);
    for (const { id, pending, _deleted } of documents)
      if (pending === 1 && _deleted !== true) ids.add(String(id));
      else ids.delete(String(id));
  }

  kill(command: DeviceCommand & { do: 'kill' }): void {
    const { tab, at } = command;
    if (!this.tabs.has(tab)) return;
    if (tab === 'b') {
      if (at === 'now') this.tabGate?.die('now');
      else this.tabGate?.trap(at);
    } else if (at === 'now') this.gate?.die('now');
    else this.gate?.trap(at.when === 'before' ? 'kill-before' : 'kill-after', at);
  }

  clear(): void {
    this.isCleared = true;
    this.realm.clear();
  }

  private drop(tab: TabName): void {
    if (tab === 'a') this.notes.end();
    this.tabs.get(tab)?.stopWatching();
    this.tabs.delete(tab);
    this.frozen.delete(tab);
    this.signals.forget(tab);
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
    this.tell({ saw: 'died', tabs: dead, at: where });
  }

  freeze(tab: TabName): void {
    this.frozen.add(tab);
    if (tab === 'b') this.tabGate?.freeze();
  }

  thaw(tab: TabName): void {
    if (!this.frozen.delete(tab)) return;
    if (tab === 'b') this.tabGate?.thaw();
    const due = this.waitingForThaw.filter((entry) => entry.tab === tab);
    for (const entry of due) {
      this.waitingForThaw.splice(this.waitingForThaw.indexOf(entry), 1);
      entry.run();
    }
  }

  async close(tab: TabName): Promise<void> {
    for (const name of tab === 'a' ? (['b', 'a'] as const) : (['b'] as const)) {
      const open = this.tabs.get(name);
      if (!open?.part) continue;
      if (this.frozen.has(name)) this.thaw(name);
      // A page that closes waits for nobody: what it asked is given up.
      const closing = open.part.close();
      await this.settleUntil(closing, this.clock.now + CLOSING_MS);
      if (this.gate?.dead) return;
      this.drop(name);
      this.tell({ saw: 'closed', tab: name });
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

  async wipe(): Promise<void> {
    await this.bury();
    await this.realm.forget();
    this.pending.clear();
    this.form = '';
    this.toldRole = 'owner';
    this.isCleared = false;
    this.notes.forget();
    this.frozen.clear();
    this.waitingForThaw.length = 0;
    this.clock.forget('a');
    this.clock.forget('b');
    this.line = new DeviceLine(this.tell);
  }
}
