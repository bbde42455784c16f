/**
 * The script of a page that is one tab of a simulated device: the real replica on the browser's own IndexedDB,
 * BroadcastChannel and Web Locks; only time, randomness and the line belong to the driver.
 */
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { openReplica, type Replica } from '#sync/replica.ts';
import { browserRoundLock, noLock } from '#sync/round/round-lock.ts';
import type { Signal } from '#sync/server/signals.ts';
import { dexieStorage } from '#sync/storage/rxdb/dexie-storage.ts';
import { DeviceClock } from '../device/device-clock.ts';
import { type AnyStorage, StorageGate } from '../device/device-gate.ts';
import { DeviceLine } from '../device/device-line.ts';
import type { DeviceEvent, DeviceSetting, TabName } from '../protocol.ts';
import { randomOf } from '../random.ts';
import { diskOf, documentsOf, isPending, type StoredDocuments } from './browser-disk.ts';
import { type FromPage, type PageCommand, type PageFacts, type ToPage, TRAP_PATH } from './browser-messages.ts';

declare global {
  var sayToHost: (text: string) => void;
  var tabIsFrozen: boolean;
  var hearHost: (text: string) => void;
}

const say = (message: FromPage) => sayToHost(JSON.stringify(message));
const tell = (event: DeviceEvent) => say({ kind: 'event', event });
const fault = (error: unknown) =>
  tell({ saw: 'fault', error: error instanceof Error ? `${error.name}: ${error.message}\n${error.stack}` : String(error) });

globalThis.addEventListener('error', ({ error, message }) => fault(error ?? message));
globalThis.addEventListener('unhandledrejection', ({ reason }) => fault(reason));

/** The script stands still here; the server tells the host, and the host ends the renderer. */
function dieHere(at: string): void {
  const request = new XMLHttpRequest();
  request.open('POST', `${TRAP_PATH}${location.search}&at=${encodeURIComponent(at)}`, false);
  request.send();
}

/** For the host, which asks whether the browser has really stopped this tab. */
globalThis.tabIsFrozen = false;
document.addEventListener('freeze', () => {
  globalThis.tabIsFrozen = true;
});
document.addEventListener('resume', () => {
  globalThis.tabIsFrozen = false;
});

/** Keys of what is unsent on the disk, as the storage itself tells it. */
const pending = new Set<string>();
/** This tab's own writes: what another tab wrote is told by that one. */
const own = new Set<string>();
const gate = new StorageGate({
  died: dieHere,
  failed: (kind) => tell({ saw: 'storage-failed', kind }),
  held: () => undefined,
  stored(table, documents) {
    if (!isTable(table)) return;
    for (const document of documents)
      if (isPending(document)) pending.add(`${table}/${document.id}`);
      else pending.delete(`${table}/${document.id}`);
    const mine = documents.filter(({ id, _rev }) => own.delete(`${table}/${id}/${_rev}`));
    if (mine.length > 0) tell({ saw: 'stored', table, documents: mine });
  },
});
const isTable = (name: string): name is TableName => (TABLE_NAMES as readonly string[]).includes(name);

/** Under the gate: notes each write before it is made. */
function noted(storage: AnyStorage): AnyStorage {
  return {
    name: storage.name,
    rxdbVersion: storage.rxdbVersion,
    async createStorageInstance(params) {
      const instance = await storage.createStorageInstance(params);
      const write = instance.bulkWrite.bind(instance);
      instance.bulkWrite = (rows, context) => {
        for (const { document } of rows) own.add(`${params.collectionName}/${(document as { id?: string }).id}/${document._rev}`);
        return write(rows, context);
      };
      return instance;
    },
  } as AnyStorage;
}

let opened: OpenTab | null = null;

/** RxDB and Dexie wait for short moments with real timers, and for idle ones: the page is not idle before they are over. */
let soon = 0;
const SOON_MS = 60;
const realSetTimeout = globalThis.setTimeout.bind(globalThis);
const realClearTimeout = globalThis.clearTimeout.bind(globalThis);
const counted = new Set<number>();
globalThis.setTimeout = ((run: () => void, ms = 0, ...args: []) => {
  if (ms > SOON_MS) return realSetTimeout(run, ms, ...args);
  soon++;
  const handle: number = realSetTimeout(() => {
    if (counted.delete(handle)) soon--;
    run();
  }, ms) as unknown as number;
  counted.add(handle);
  return handle;
}) as unknown as typeof setTimeout;
globalThis.clearTimeout = ((handle: number) => {
  if (counted.delete(handle)) soon--;
  realClearTimeout(handle);
}) as typeof clearTimeout;
const realRequestIdle = globalThis.requestIdleCallback.bind(globalThis);
globalThis.requestIdleCallback = (run, options) => {
  soon++;
  return realRequestIdle((deadline) => {
    soon--;
    run(deadline);
  }, options);
};

/** Whole tables are read past RxDB, and so past the gate: the page is not idle while the browser works at a transaction. */
let transactions = 0;
let transactionsBegun = 0;
const realTransaction = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (...asked) {
  const transaction = realTransaction.apply(this, asked);
  transactions++;
  transactionsBegun++;
  for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => transactions--);
  return transaction;
};

/** One turn of the event loop, and one round trip to the browser's process, where locks and messages come from. */
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
const CALM_TURNS = 3;

/** While the storage works or a timer runs, looking all the time would only take the processor from them. */
const pause = (): Promise<void> => new Promise((resolve) => realSetTimeout(resolve, 1));

async function idle(): Promise<void> {
  const isBusy = () => gate.inFlight > 0 || soon > 0 || transactions > 0;
  const activity = () => gate.activity + transactionsBegun;
  let calm = 0;
  let seen = activity();
  while (calm < CALM_TURNS) {
    const busy = isBusy();
    if (busy) await pause();
    else await navigator.locks.query();
    await turn();
    calm = busy || isBusy() || activity() !== seen ? 0 : calm + 1;
    seen = activity();
  }
}

class OpenTab {
  readonly time = new DeviceClock();
  readonly line: DeviceLine;
  private online: boolean;
  private visible: boolean;
  private readonly listeners = new Set<(signal: Signal) => void>();
  replica: Replica | null = null;

  constructor(
    readonly tab: TabName,
    readonly setting: DeviceSetting,
    readonly firstLetter: number,
  ) {
    this.time.now = setting.now;
    this.time.clockAtZero = setting.clockAtZero;
    const numbered = (event: DeviceEvent) => ('letter' in event ? { ...event, letter: event.letter + firstLetter } : event);
    this.line = new DeviceLine((event) => tell(numbered(event)));
    this.online = setting.online;
    this.visible = setting.visible;
  }

  async open(): Promise<void> {
    const { setting, tab } = this;
    const { userId, salonId } = setting;
    const clock = this.time.of(tab);
    const random = randomOf(setting.seed);
    const storage = dexieStorage();
    for (const { table, documents } of await this.tellRows())
      for (const document of documents) if (isPending(document)) pending.add(`${table}/${document.id}`);
    try {
      this.replica = await openReplica({
        userId,
        salonId,
        server: this.line.server(tab),
        clock,
        random,
        storage: { ...storage, storage: gate.wrap(noted(storage.storage)) },
        network: {
          online: () => this.online,
          visible: () => this.visible,
          listen: (heard) => {
            this.listeners.add(heard);
            return () => this.listeners.delete(heard);
          },
        },
        lock: setting.locks === false ? noLock : browserRoundLock(`greben-round:${userId}:${salonId}`, clock, random),
        onFault: fault,
      });
    } catch (error) {
      tell({ saw: 'not-opened', tab, error: String(error) });
      return;
    }
    this.replica.status$.subscribe((status) => tell({ saw: 'status', tab, status, pendingOnDisk: pending.size }));
    tell({ saw: 'opened', tab, pending: pending.size });
  }

  /** What a dead tab did not come to tell. */
  async tellRows(): Promise<readonly StoredDocuments[]> {
    const stored = await documentsOf(this.setting.userId, this.setting.salonId);
    for (const { table, documents } of stored) if (documents.length > 0) tell({ saw: 'stored', table, documents });
    return stored;
  }

  signals(online: boolean, visible: boolean): void {
    const heard: Signal[] = [];
    if (online !== this.online) heard.push(online ? 'online' : 'offline');
    if (visible !== this.visible) heard.push(visible ? 'visible' : 'hidden');
    this.online = online;
    this.visible = visible;
    for (const signal of heard) for (const listener of this.listeners) listener(signal);
  }

  facts(): PageFacts {
    const storageOps = gate.ops;
    gate.ops = 0;
    return {
      now: this.time.now,
      nextTimer: this.time.nextDue(new Set()),
      held: gate.isHeld,
      pendingOnDisk: pending.size,
      status: this.replica?.status$.value ?? null,
      storageOps,
    };
  }
}

async function perform(command: PageCommand): Promise<void> {
  if (command.do === 'open-replica') {
    opened = new OpenTab(command.tab, command.setting, command.firstLetter);
    return opened.open();
  }
  const tab = opened;
  if (!tab) return;
  const { replica } = tab;
  switch (command.do) {
    case 'write':
      replica?.write(command.changes as Parameters<Replica['write']>[0]).then(
        () => tell({ saw: 'wrote', writeId: command.writeId }),
        (error) =>
          tell({ saw: 'not-written', writeId: command.writeId, error: error instanceof Error ? error.name : String(error) }),
      );
      return;
    case 'remove-issue':
      replica?.removeIssue(command.id).catch(fault);
      return;
    case 'put-back':
      replica?.putBack(command.ids).then(
        () => tell({ saw: 'wrote', writeId: command.writeId }),
        (error) =>
          tell({ saw: 'not-written', writeId: command.writeId, error: error instanceof Error ? error.name : String(error) }),
      );
      return;
    case 'sync-now':
      replica?.syncNow().catch(fault);
      return;
    case 'advance':
      while (tab.time.step(command.to, new Set())) await idle();
      return;
    case 'set-clock':
      tab.time.clockAtZero = command.clockAtZero;
      return;
    case 'signals':
      return tab.signals(command.online, command.visible);
    case 'answer':
      return tab.line.answer(command.letter - tab.firstLetter, command.answer);
    case 'channel':
      return tab.line.say(tab.tab, command.says);
    case 'kill':
      if (command.at !== 'now') gate.trap(`kill-${command.at.when}`, command.at);
      return;
    case 'hold':
      return gate.trap('hold', command.step);
    case 'release':
      return gate.letGo();
    case 'fail-storage':
      return gate.trap(command.kind, command.step, command.times);
    case 'disarm':
      return gate.disarm();
    case 'close':
      await replica?.close();
      tell({ saw: 'closed', tab: tab.tab });
      opened = null;
      return;
    case 'read':
      tell({ saw: 'disk', content: await diskOf(tab.setting.userId, tab.setting.salonId) });
      return;
    case 'tell-rows':
      await tab.tellRows();
      return;
    case 'settle':
      return;
  }
}

const NOTHING: PageFacts = { now: 0, nextTimer: null, held: false, pendingOnDisk: 0, status: null, storageOps: 0 };

/** One command at a time, each until the page is idle. */
let queue: Promise<void> = Promise.resolve();
globalThis.hearHost = (text) => {
  const { n, command } = JSON.parse(text) as ToPage;
  queue = queue
    .then(async () => {
      await perform(command);
      await idle();
      say({ kind: 'done', n, facts: opened?.facts() ?? NOTHING });
    })
    .catch((error) => {
      fault(error);
      say({ kind: 'done', n, facts: NOTHING });
    });
};
say({ kind: 'ready' });
