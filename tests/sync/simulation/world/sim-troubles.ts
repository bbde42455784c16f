/** What goes wrong with a device itself: its tabs, its disk, its clock, its app. */

import type { TabName } from '../protocol.ts';
import { below, chance, pick } from '../random.ts';
import type { SimDesks } from './sim-desks.ts';
import type { SimDevice } from './sim-device.ts';
import type { SimLine } from './sim-line.ts';
import { SLOW_LINES } from './sim-slow.ts';
import { HOUR, type SimState, START } from './sim-state.ts';

/** 25 October 2026, 02:30 and again 02:30 in Sofia; and the night in March when that hour is missing. */
const DST_NIGHTS = [Date.parse('2026-10-25T00:30:00.000Z'), Date.parse('2027-03-28T00:30:00.000Z')];

export class SimTroubles {
  constructor(
    private readonly state: SimState,
    private readonly line: SimLine,
    private readonly desks: SimDesks,
  ) {}

  async kill(device: SimDevice): Promise<void> {
    if (!device.opened) return;
    this.state.fault('tab killed');
    await device.do({ do: 'kill', tab: device.tabs.includes('b') && chance(this.state.random, 0.5) ? 'b' : 'a', at: 'now' });
  }

  async secondTab(device: SimDevice): Promise<void> {
    if (!device.opened || device.tabs.includes('b') || device.frozen.length > 0) return;
    this.state.fault('second tab');
    await device.do({ do: 'open-tab', tab: 'b', seed: below(this.state.random, 2 ** 31) });
  }

  async closeTab(device: SimDevice): Promise<void> {
    if (!device.opened || device.frozen.length > 0 || device.idle?.held) return;
    await device.do({ do: 'close', tab: device.tabs.includes('b') ? 'b' : 'a' });
  }

  async freeze(device: SimDevice, tab: TabName): Promise<void> {
    if (!device.opened || device.frozen.length > 0 || device.idle?.held) return;
    this.state.fault('tab frozen');
    await device.do({ do: 'freeze', tab });
  }

  async thaw(device: SimDevice): Promise<void> {
    for (const frozen of device.frozen) await device.do({ do: 'thaw', tab: frozen });
    if (device.idle?.held) await device.do({ do: 'release' });
  }

  /** Slow, slow in another way, or as it was. What is on its way arrives as it would have. */
  slowLine(device: SimDevice): void {
    device.slow = pick(this.state.random, [...SLOW_LINES, null]);
    if (device.slow) this.state.fault('slow line');
  }

  async killAtStorage(device: SimDevice): Promise<void> {
    if (!device.opened) return;
    const { random } = this.state;
    const second = device.tabs.includes('b') && chance(random, 0.6);
    const of = pick(random, ['any', 'any', 'server', 'person'] as const);
    const at = { write: 1 + below(random, 6), of, when: pick(random, ['before', 'after'] as const) };
    await device.do({ do: 'kill', tab: second ? 'b' : 'a', at });
  }

  async storageFault(device: SimDevice): Promise<void> {
    if (!device.opened) return;
    const kind = pick(this.state.random, ['quota', 'unknown', 'closed'] as const);
    const of = pick(this.state.random, ['any', 'server', 'person'] as const);
    await device.do({
      do: 'fail-storage',
      step: { write: 1 + below(this.state.random, 3), of },
      kind,
      times: pick(this.state.random, [1, 1, 2, 3]),
    });
  }

  /** Held before it saves what it has pulled, or what came of a push, while somebody edits. */
  async hold(device: SimDevice): Promise<void> {
    if (!device.opened || device.idle?.held) return;
    const any = this.state.options.holdsAnySave ?? false;
    const of = any ? null : pick(this.state.random, ['pull', 'pull', 'push'] as const);
    let armed = any;
    if (any) await device.do({ do: 'hold', step: { write: 1, of: 'server' } });
    for (let tries = 0; tries < (any ? 6 : 8) && device.opened && !device.idle?.held; tries++) {
      const posted = this.line.letterOf(device);
      if (posted?.call === of && !armed) {
        // What somebody else has just done is what the pull brings.
        if (of === 'pull') await this.editElsewhere(device);
        await device.do({ do: 'hold', step: { write: 1, of: 'server' } });
        armed = true;
      }
      if (posted) await this.line.deliver(posted, 'goes well');
      else if (armed && !any) break;
      else await device.do({ do: 'sync-now', tab: 'a' });
    }
    // What is saved there meanwhile, another tab is saving too.
    for (let n = 0; n < 3 && device.idle?.held && device.tabs.includes('b'); n++) {
      const posted = this.line.letterOf(device);
      if (posted) await this.line.deliver(posted, 'goes well');
    }
    const tab = device.awake[0];
    if (device.idle?.held && tab) for (let n = 1 + below(this.state.random, 2); n > 0; n--) await this.desks.operate(device, tab);
    if (device.opened) await device.do({ do: 'release' });
  }

  private async editElsewhere(device: SimDevice): Promise<void> {
    const other = this.state.devices.find((one) => one !== device && one.online && one.isMember && one.awake.length > 0);
    const [tab] = other?.awake ?? [];
    if (!other || !tab) return;
    await this.desks.operate(other, tab);
    for (let tries = 0; tries < 4; tries++) {
      const posted = this.line.letterOf(other);
      if (!posted) return;
      await this.line.deliver(posted, 'goes well');
      if (posted.call === 'push') return;
    }
  }

  async clock(device: SimDevice): Promise<void> {
    const [fault, clockAtZero] = pick(this.state.random, [
      ['clock off an hour', START + pick(this.state.random, [-1, 1]) * HOUR],
      ['clock off a day', START + pick(this.state.random, [-1, 1]) * 24 * HOUR],
      ['clock in a DST night', pick(this.state.random, DST_NIGHTS) - this.state.now],
    ] as const);
    await this.state.setClock(device, clockAtZero, fault);
  }

  /** The app was updated, or is an earlier one again: its local schema version is another, and rows of the last one are unsent. */
  async newVersion(device: SimDevice): Promise<void> {
    if (!device.opened || device.frozen.length > 0 || device.idle?.held || device.pending === 0) return;
    this.state.fault('new app version');
    await device.do(chance(this.state.random, 0.5) ? { do: 'close', tab: 'a' } : { do: 'kill', tab: 'a', at: 'now' });
    device.form = device.form === '' ? 'next' : '';
    device.changedForm = true;
    device.disk.clear();
    await this.state.open(device);
    if (chance(this.state.random, 0.3)) await this.killAtStorage(device);
  }
}
