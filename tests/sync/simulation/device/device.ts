/**
 * One device of a simulation: the real engine on a real RxStorage, in one realm, doing one command at a time. Promise: when
 * a command is answered, the device is idle; all that it does follows from the commands.
 */

import type { DeviceCommand, DeviceEvent, DeviceReport, TabName } from '../protocol.ts';
import { DeviceLife, type DeviceRealm, isDead, type Part } from './device-life.ts';
import { readDisk } from './device-reading.ts';

/** Turns without anything happening after which a device counts as idle. */
const QUIET_TURNS = 3;
/** Real time after which a device that never rests says so, instead of holding up its history. */
const RESTLESS_MS = 60_000;

export class Device {
  private events: DeviceEvent[] = [];
  private readonly life: DeviceLife;

  constructor(private readonly realm: DeviceRealm) {
    this.life = new DeviceLife(realm, (event) => this.events.push(event));
  }

  /** An error that nobody caught in this realm. */
  uncaught(error: unknown): void {
    this.life.uncaught(error);
  }

  async do(command: DeviceCommand): Promise<DeviceReport> {
    await this.perform(command);
    await this.settle();
    const events = this.events;
    this.events = [];
    const storageOps = this.life.gate?.ops ?? 0;
    if (this.life.gate) this.life.gate.ops = 0;
    const status = Object.fromEntries(
      [...this.life.tabs].flatMap(([name, { part }]) => (part ? [[name, part.status$.value]] : [])),
    );
    return {
      events,
      idle: {
        now: this.life.clock.now,
        tabs: [...this.life.tabs.keys()],
        frozen: [...this.life.frozen],
        nextTimer: this.life.clock.nextDue(this.life.frozen),
        held: this.life.gate?.isHeld ?? false,
        pendingOnDisk: this.life.pendingOnDisk(),
        status,
        storageOps,
      },
    };
  }

  private async settle(): Promise<void> {
    let quiet = 0;
    let waiting = 0;
    let last = -1;
    const until = Date.now() + RESTLESS_MS;
    while (quiet < QUIET_TURNS) {
      await this.realm.turn();
      const gate = this.life.gate;
      const opening = this.opening();
      const still = (gate?.inFlight ?? 0) === 0 && !this.realm.busy() && gate?.activity === last;
      last = gate?.activity ?? -1;
      quiet = gate === null || (still && opening === null) ? quiet + 1 : 0;
      // What opens is waited for, and what it waits for is the time of a compare-and-set that was beaten.
      waiting = still && opening !== null ? waiting + 1 : 0;
      if (waiting > QUIET_TURNS && opening !== null && this.life.clock.hurry(opening)) waiting = 0;
      if (Date.now() > until)
        throw new Error(`a device does not come to rest: ${opening ?? 'nothing'} opening, ${gate?.inFlight} in flight`);
    }
  }

  /** The tab that is opening, and can get on with it. */
  private opening(): TabName | null {
    const { gate, opening, openingSecond, tabGate } = this.life;
    if (gate === null || gate.dead || gate.isHeld) return null;
    if (opening !== null) return 'a';
    return openingSecond && tabGate?.isDead === false ? 'b' : null;
  }

  private async perform(command: DeviceCommand): Promise<void> {
    switch (command.do) {
      case 'open':
        return this.life.open(command.setting);
      case 'open-tab':
        // Not awaited: what dies while it opens never ends.
        void this.life.openSecond(command.seed);
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
      case 'put-back': {
        const { writeId, ids, tab } = command;
        return this.ask(
          tab,
          (part) => part.putBack(ids),
          () => this.events.push({ saw: 'wrote', writeId }),
          (error) => this.events.push({ saw: 'not-written', writeId, error }),
        );
      }
      case 'sync-now':
        return this.ask(command.tab, (part) => part.syncNow());
      case 'advance':
        while (this.life.clock.step(command.to, this.life.frozen)) await this.settle();
        return;
      case 'set-clock':
        this.life.clock.clockAtZero = command.clockAtZero;
        return;
      case 'signals':
        return this.life.signals.change(command.online, command.visible);
      case 'answer': {
        const tab = this.life.line.tabOf(command.letter);
        if (tab) this.life.runIn(tab, () => this.life.line.answer(command.letter, command.answer));
        return;
      }
      case 'part': {
        const tab = this.life.line.tabOf(command.letter);
        if (tab) this.life.runIn(tab, () => this.life.line.part(command.letter));
        return;
      }
      case 'channel':
        return this.life.runIn(command.tab, () => this.life.line.say(command.tab, command.says));
      case 'kill':
        return this.life.kill(command);
      case 'freeze':
        return this.life.freeze(command.tab);
      case 'thaw':
        return this.life.thaw(command.tab);
      case 'hold':
        this.life.gate?.trap('hold', command.step);
        return;
      case 'release':
        this.life.gate?.letGo();
        return;
      case 'fail-storage':
        this.life.gate?.trap(command.kind, command.step, command.times);
        return;
      case 'clear':
        return this.life.clear();
      case 'disarm':
        this.life.gate?.disarm();
        this.life.tabGate?.disarm();
        return;
      case 'close':
        return this.life.close(command.tab);
      case 'read':
        this.events.push({ saw: 'disk', content: await readDisk(this.life.replica) });
        return;
      case 'wipe':
        await this.life.wipe();
        this.events = [];
        return;
    }
  }

  /** Not awaited: what a person asks of a tab is answered when it is. */
  private ask(
    tab: TabName,
    what: (part: Part) => Promise<unknown>,
    done: () => void = () => undefined,
    failed: (name: string) => void = () => undefined,
  ): void {
    const part = this.life.tabs.get(tab)?.part;
    if (!part || this.life.frozen.has(tab)) {
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
}
