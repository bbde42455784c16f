/** A device in a worker thread: fake IndexedDB, one realm, one device at a time (RxDB's limit of collections is per realm). */
import './plain-clone.ts';
import 'fake-indexeddb/auto';
import { parentPort } from 'node:worker_threads';
import { Dexie } from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import type { DeviceCommand, DeviceReport } from '../protocol.ts';
import { clearDatabases } from './device-clearing.ts';
import type { StorageGate } from './device-gate.ts';

/** RxDB waits for idle moments with short real timers, IndexedDB works in steps of the loop: both are counted. */
let soon = 0;
const realSetTimeout = globalThis.setTimeout;
const realClearTimeout = globalThis.clearTimeout;
const realSetImmediate = globalThis.setImmediate;
const SOON_MS = 20;
type Handle = { cancelled: boolean };
const isOurs = (handle: unknown): handle is Handle => typeof handle === 'object' && handle !== null && 'cancelled' in handle;
globalThis.setTimeout = ((run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
  if (ms > SOON_MS) return realSetTimeout(run, ms, ...args);
  const handle: Handle = { cancelled: false };
  globalThis.setImmediate(() => {
    if (!handle.cancelled) run(...args);
  });
  return handle;
}) as unknown as typeof setTimeout;
/** Called when nothing of that is left to run. */
let drained: (() => void) | null = null;
const ended = () => {
  if (--soon > 0 || drained === null) return;
  // What ran last may have begun something that begins with the next microtasks.
  const check = drained;
  drained = null;
  realSetImmediate(check);
};
globalThis.setImmediate = ((run: (...args: unknown[]) => void, ...args: unknown[]) => {
  soon++;
  return realSetImmediate(() => {
    try {
      run(...args);
    } finally {
      ended();
    }
  });
}) as unknown as typeof setImmediate;
/** RxDB forgets cached documents when the garbage is collected, which no seed decides: here it forgets none in a history. */
const held = new Set<WeakKey>();
globalThis.WeakRef = class<T extends WeakKey> extends WeakRef<T> {
  constructor(target: T) {
    super(target);
    held.add(target);
  }
};
globalThis.clearTimeout = ((handle: unknown) => {
  if (isOurs(handle)) handle.cancelled = true;
  else realClearTimeout(handle as NodeJS.Timeout);
}) as typeof clearTimeout;

const realWarn = console.warn;
console.warn = (...words: unknown[]) => {
  // RxDB's own advertisement; and what the engine says of a disk that refuses, or of a tab that is dead here.
  if (!/RxDB Open Core|What was written stays/.test(String(words[0]))) realWarn(...words);
};

/** What the engine reads past RxDB: a dead tab's questions hang until it is buried. */
function gated(real: IDBFactory, gate: StorageGate): IDBFactory {
  const hung = (): IDBOpenDBRequest => {
    const request = { onerror: null as (() => void) | null, error: null as unknown };
    gate.whenBuried((error) => {
      request.error = error;
      setImmediate(() => request.onerror?.());
    });
    return request as unknown as IDBOpenDBRequest;
  };
  return {
    cmp: (a: unknown, b: unknown) => real.cmp(a, b),
    open: (name: string, version?: number) => (gate.raw(`opening ${name}`) ? real.open(name, version) : hung()),
    deleteDatabase: (name: string) => (gate.raw(`deleting ${name}`) ? real.deleteDatabase(name) : hung()),
    databases: () =>
      gate.raw('listing the databases')
        ? real.databases()
        : new Promise((_, reject) => {
            gate.whenBuried(reject);
          }),
  };
}

const { Device } = await import('./device.ts');
const port = parentPort;
if (!port) throw new Error('runs in a worker thread only');
const device = new Device({
  turn: () =>
    new Promise((resolve) => {
      if (soon > 0) drained = () => resolve();
      else realSetImmediate(() => resolve());
    }),
  busy: () => soon > 0,
  become(form, gate) {
    (globalThis as unknown as { takeLocalVersion(form: string): void }).takeLocalVersion(form);
    globalThis.indexedDB = gated(Dexie.dependencies.indexedDB as IDBFactory, gate);
  },
  clear: () => clearDatabases(Dexie.dependencies.indexedDB as IDBFactory),
  async forget() {
    held.clear();
    const fresh = new IDBFactory();
    globalThis.indexedDB = fresh;
    Dexie.dependencies.indexedDB = fresh;
  },
});
process.on('unhandledRejection', (error) => device.uncaught(error));
process.on('uncaughtException', (error) => device.uncaught(error));
const tell = (answer: { id: number; report?: DeviceReport; error?: string }) => port.postMessage(JSON.stringify(answer));
port.on('message', (asked: string) => {
  const { id, command } = JSON.parse(asked) as { id: number; command: DeviceCommand };
  device.do(command).then(
    (report) => tell({ id, report }),
    (error: unknown) => tell({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
