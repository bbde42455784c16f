/** The replica of two versions of the app in one test: the form of each is that of its own build (GREBEN_VERSION). */
import { vi } from 'vitest';
import { namingItsAnswers } from '#data/named-answers.test-support.ts';
import type { Clock } from '#sync/machine/clock.ts';
import type { Replica } from '#sync/replica.ts';
import { noLock } from '#sync/round/round-lock.ts';
import type { SyncServer } from '#sync/server/server.ts';
import type { StillFree, VersionHolds } from '#sync/versions/version-holds.ts';
import { steadyClock, type World } from '../devices.ts';

export const USER = '0191d3a2-7c1e-7f00-8a6e-7c1d2e3f4a5b';

export type Version = '' | '2';
export interface VersionOptions {
  readonly salonId: number;
  readonly world: World;
  readonly holds: VersionHolds;
  readonly clock?: Clock;
  /** No server is to be reached. */
  readonly offline?: boolean;
}

/** The modules of that version, loaded anew. */
export async function modulesOf<T>(version: Version, load: () => Promise<T>): Promise<T> {
  vi.resetModules();
  globalThis.GREBEN_VERSION = version;
  try {
    return await load();
  } finally {
    globalThis.GREBEN_VERSION = '';
  }
}

export function lineTo(world: World, isOffline: () => boolean = () => false): SyncServer {
  world.server.members.add('tablet');
  const line = async <T>(ask: () => T): Promise<T> => {
    if (isOffline()) throw Object.assign(new Error('fetch failed'), { name: 'TypeError' });
    return ask();
  };
  return namingItsAnswers({
    push: (_salon, changes, epoch) => line(() => world.server.push('tablet', changes, epoch)),
    pull: (_salon, cursors, limit) => line(() => world.server.pull('tablet', cursors, limit)),
    readEvents: () => line(() => world.server.readEvents('tablet')),
    checksums: () => Promise.reject(new Error('not asked here')),
    channel: () => ({ rejoin: () => undefined, close: () => undefined }),
  } as SyncServer);
}

export async function openVersion(version: Version, options: VersionOptions): Promise<Replica> {
  const { openReplica } = await modulesOf(version, () => import('#sync/replica.ts'));
  const faults: unknown[] = [];
  const replica = await openReplica({
    userId: USER,
    salonId: options.salonId,
    server: lineTo(options.world, () => options.offline ?? false),
    clock: options.clock ?? steadyClock(),
    multiInstance: false,
    autoSync: false,
    lock: noLock,
    holds: options.holds,
    onFault: (error) => faults.push(error),
  });
  if (faults.length > 0) throw faults[0];
  return replica;
}

/** Windows of the test: one holds a form until it is gone. */
export class Windows implements VersionHolds {
  private readonly held = new Map<string, number>();
  isHeld = (name: string): boolean => (this.held.get(name) ?? 0) > 0;
  async hold(name: string): Promise<() => Promise<void>> {
    this.held.set(name, (this.held.get(name) ?? 0) + 1);
    return async () => {
      this.held.set(name, (this.held.get(name) ?? 0) - 1);
    };
  }
  async whileFree(name: string, work: (stillFree: StillFree) => Promise<void>): Promise<boolean> {
    if (this.isHeld(name)) return false;
    await work(async () => !this.isHeld(name));
    return true;
  }
}
