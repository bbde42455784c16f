/** What all parts of a history share: its devices, its time, its randomness, and what is told of it. */
import type { BrokenPromise } from '../mutants/broken-promises.ts';
import type { OperationName } from '../people/people.ts';
import type { DeviceHost, DeviceReport } from '../protocol.ts';
import { below, type Random } from '../random.ts';
import { count, emptyTally, type Fault } from '../tally.ts';
import { type DeviceNews, type Posted, SimDevice, Trace } from './sim-device.ts';
import type { Action, Fate } from './sim-faults.ts';
import type { OpenOf } from './sim-rooms.ts';
import type { SimSalon } from './sim-server.ts';
import { endOfSlot, slotsFrom } from './sim-slots.ts';
import type { TornOf } from './sim-visits.ts';

export interface HistoryOptions {
  /** A broken server before the real one. */
  readonly spoil?: Spoil;
  readonly operations?: number;
  readonly faults?: number;
  readonly devices?: number;
  /** What happens oftener, or more rarely, than it usually does. */
  readonly weights?: Weights;
  /** False: a browser without Web Locks, where the rounds of two tabs overlap. */
  readonly locks?: boolean;
  /** A held device stops at its next save of the server's, whatever it comes of; otherwise at that of a pull or of a push. */
  readonly holdsAnySave?: boolean;
  /** Rows a page, at most; otherwise the seed decides. */
  readonly pageRows?: number;
  /** What the app asks about of visits, where it is not the app's own (sim-visits.ts). */
  readonly tornOf?: TornOf;
  /** The same of bookings that lie over each other, or fill a room (sim-rooms.ts). */
  readonly openOf?: OpenOf;
  /** Devices note what they hold outside their databases. */
  readonly noted?: boolean;
  /** Devices write by themselves what the app writes so. */
  readonly follows?: boolean;
  /** Customers book on the salon's page (sim-customers.ts). */
  readonly customers?: boolean;
  /** What customers are promised without one of its rules. */
  readonly breaks?: BrokenPromise;
  readonly trace?: (line: string) => void;
}
export interface Weights {
  readonly actions?: Partial<Record<Action, number>>;
  readonly fates?: Partial<Record<Fate, number>>;
  readonly people?: Partial<Record<OperationName, number>>;
}
export type Answering = (call: Posted['call'], args: readonly unknown[]) => Promise<unknown>;
export type Spoil = (honest: Answering) => Answering;

/** Wednesday morning in the salon. */
export const START = Date.parse('2026-11-18T08:00:00.000Z');
export const HOUR = 3_600_000;
/** A history that goes wrong says so often enough. */
const MOST_VIOLATIONS = 40;

export class SimState {
  readonly devices: SimDevice[] = [];
  readonly trace: Trace;
  readonly tally = emptyTally();
  readonly violations: string[] = [];
  /** Milliseconds since the history began. */
  now = 0;
  /** The server's, as far as is known. */
  head = 0;
  /** Orders everything that happens to rows. */
  time = 0;
  /** The starts that customers ask for; none where there are no customers. */
  readonly slots: readonly string[];

  constructor(
    readonly random: Random,
    readonly salon: SimSalon,
    readonly options: HistoryOptions,
  ) {
    const people = [salon.owner, ...salon.members].map(({ id }, n) => [id, `user-${n}`] as const);
    this.slots = options.customers ? slotsFrom(Date.now()) : [];
    const times = this.slots.flatMap((start, n) => [[start, `slot-${n}`] as const, [endOfSlot(start), `end-${n}`] as const]);
    const secrets = [...people, ...new Map([...times, [salon.requestPrefix, 'request-'] as const])];
    this.trace = new Trace(secrets, options.trace ?? null);
  }

  place(hosts: readonly DeviceHost[], news: Omit<DeviceNews, 'violation' | 'time'>): void {
    const violation = (text: string) => {
      if (this.violations.length < MOST_VIOLATIONS) this.violations.push(text);
    };
    hosts.forEach((host, n) => {
      const person = this.salon.members[n];
      if (!person) throw new Error('a device has its person');
      this.devices.push(new SimDevice(`d${n}`, person, host, this.trace, { ...news, violation, time: () => this.time }, START));
    });
  }

  fault(name: Fault): void {
    count(this.tally.faults, name);
  }

  async open(device: SimDevice): Promise<DeviceReport> {
    const seed = below(this.random, 2 ** 31);
    const { locks = true, noted = false, follows = false } = this.options;
    const setting = { ...device.setting(this.salon.id, this.now, seed), locks, noted, follows };
    const report = await device.do({ do: 'open', setting });
    const { events } = report;
    const failed = events.find((event) => event.saw === 'not-opened');
    // A disk that refuses a write refuses the opening; nothing else does.
    if (failed && !events.some((event) => event.saw === 'storage-failed'))
      throw new Error(`${device.device} does not open: ${failed.error}`);
    return report;
  }

  async setClock(device: SimDevice, clockAtZero: number, fault: Fault): Promise<void> {
    this.fault(fault);
    device.clockAtZero = clockAtZero;
    if (device.opened) await device.do({ do: 'set-clock', clockAtZero });
  }

  async signals(device: SimDevice, online: boolean, visible: boolean): Promise<void> {
    device.online = online;
    device.visible = visible;
    if (device.opened) await device.do({ do: 'signals', online, visible });
  }

  /** What happens on slow lines until then. */
  slowly: (to: number) => Promise<void> = async () => undefined;

  async pass(ms: number): Promise<void> {
    await this.slowly(this.now + ms);
    this.now += ms;
    for (const device of this.devices) if (device.opened) await device.do({ do: 'advance', to: this.now });
  }
}
