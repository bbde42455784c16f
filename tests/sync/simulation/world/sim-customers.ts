/**
 * Customers who book on the salon's page, by the real functions, while its devices lose their line. The driver reports the devices as the
 * app does, and lets the server believe that they have been silent for as long as the history says. What must hold:
 *
 * - Nobody is told “booked” for a time that the server held as taken, or that a device which was dark then had taken before.
 * - A request becomes booked by itself only where neither is so.
 * - No device sends what only the server fills.
 */
import type { BookAnswer, CancelAnswer } from '#schemas/online.ts';
import type { DiskContent } from '../protocol.ts';
import { chance, pick } from '../random.ts';
import type { SimDevice } from './sim-device.ts';
import type { SimLine } from './sim-line.ts';
import { endOfSlot } from './sim-slots.ts';
import type { SimState } from './sim-state.ts';

const MINUTE = 60_000;
/** A device that is silent for so long is dark; one that is silent for longer than a day and a half is forgotten, which no history lasts. */
const DARK_AFTER = 5 * MINUTE;
/** A device reports this often where the page is on. */
const REPORT_EVERY = 2 * MINUTE;
/** A salon takes 30 of them in an hour. */
const MOST_CUSTOMERS = 25;

/** The word of a device that the server heard last. */
interface Heard {
  /** Milliseconds of the history. */
  readonly at: number;
  readonly unsent: number;
  readonly visible: boolean;
  /** The end of the round that it followed. */
  readonly round: string | null;
}

interface Customer {
  readonly token: string;
  readonly id: string;
}

export class SimCustomers {
  private readonly heard = new Map<string, Heard>();
  private readonly customers: Customer[] = [];
  private readonly cancelled = new Set<string>();
  private asked = 0;

  constructor(
    private readonly state: SimState,
    private readonly line: SimLine,
  ) {}

  /** Publishes the page of a salon where everybody works at any hour. */
  async furnish(): Promise<void> {
    const { salon } = this.state;
    const hours = {
      start_time: '00:00',
      end_time: '12:00',
      intervals: JSON.stringify([
        ['00:00', '12:00'],
        ['12:00', '00:00'],
      ]),
    };
    const changes = ['ana', 'boris'].flatMap((resource_id) =>
      Array.from({ length: 7 }, (_, weekday) => ({
        table: 'employee_weekly_shifts',
        id: `${resource_id}/${weekday}/0`,
        doc: { resource_id, weekday, ...hours },
      })),
    );
    const done = await salon.perform(salon.owner, 'owner', 0, { call: 'push', args: [salon.id, changes] });
    if (!done.answer.ok) throw new Error(done.answer.message);
    // Every third salon confirms all by hand.
    await salon.publish(chance(this.state.random, 0.33) ? 'all' : 'none');
    this.state.head = await this.state.salon.head();
  }

  /** Reports every device that the app would report now: a round has ended, and two minutes have passed or it was hidden; or it is hidden. */
  async report(): Promise<void> {
    for (const device of this.state.devices) {
      const last = this.heard.get(device.device);
      const seen = device.opened && device.online && device.visible && device.awake.length > 0;
      const ends = Object.values(device.idle?.status ?? {}).filter(({ phase }) => phase === 'synced' || phase === 'syncing');
      const round =
        ends
          .map(({ lastSyncedAt }) => lastSyncedAt ?? '')
          .sort()
          .at(-1) || null;
      const isDue = !last?.visible || this.state.now - last.at >= REPORT_EVERY;
      if (seen && round !== null && round !== last?.round && isDue) await this.tell(device, true, round);
      else if (last?.visible && device.online && !device.visible) await this.tell(device, false, last.round);
    }
  }

  private async tell(device: SimDevice, visible: boolean, round: string | null): Promise<void> {
    const rev = Math.max(0, ...Object.values(device.idle?.status ?? {}).map((status) => status.rev));
    const unsent = device.pending;
    await this.age();
    this.heard.set(device.device, { at: this.state.now, unsent, visible, round });
    const settled = await this.state.salon.report(device.person, ++this.state.time, { rev, unsent, visible });
    for (const id of settled) await this.judge('SETTLED', `request ${this.shown(id)}`, await this.placeOf(id), id);
    if (settled.length > 0) this.line.moved(await this.state.salon.head());
    this.state.trace.add(
      `${device.device} reports ${unsent} ${visible}${settled.map((id) => ` settles ${this.shown(id)}`).join('')}`,
    );
  }

  /** Lets the server believe what the history says about when it heard each device last. */
  private age(): Promise<void> {
    const silent = this.state.devices.flatMap(({ device, person }) => {
      const last = this.heard.get(device);
      return last ? [{ id: person.id, name: device, seconds: (this.state.now - last.at) / 1000 }] : [];
    });
    return this.state.salon.age(silent);
  }

  /** Ids of bookings are of chance, and differ from run to run. */
  private shown(id: string): string {
    const place = this.customers.findIndex((one) => id.startsWith(one.id));
    return place < 0 ? 'of nobody' : `${place}`;
  }

  private async placeOf(id: string): Promise<{ resource: string; start: string }> {
    const row = (await this.state.salon.rows()).events.find((event) => event.id === id);
    return { resource: String(row?.resource_id), start: String(row?.start_time) };
  }

  /** What the server's own rules call dark, worked out once more from the history. */
  private async isDark({ device, isMember }: SimDevice): Promise<boolean> {
    const last = this.heard.get(device);
    if (!last || !isMember || this.state.now - last.at < DARK_AFTER) return false;
    return last.unsent > 0 || (last.visible && (await this.state.salon.hasWrittenEvents(device)));
  }

  /** What was promised at a place must not have been taken. @param own the id of the booking itself */
  private async judge(
    kind: string,
    what: string,
    { resource, start }: { resource: string; start: string },
    own: string,
  ): Promise<void> {
    const end = endOfSlot(start);
    const takes = (row: { readonly [column: string]: unknown }) =>
      row.id !== own &&
      row.deleted !== true &&
      row.status !== 'cancelled' &&
      row.resource_id === resource &&
      String(row.start_time) < end &&
      String(row.end_time) > start;
    const held = (await this.state.salon.rows()).events.filter(takes);
    if (held.length > 0) this.state.violations.push(`${kind} ${what}: the server held that time as taken`);
    for (const device of this.state.devices)
      if (device.live('events').some(takes) && (await this.isDark(device)))
        this.state.violations.push(`${kind} ${what}: ${device.device}, which was dark, had taken that time`);
  }

  async act(): Promise<void> {
    // Most wait for an answer: one that is over is settled by nobody.
    const act = pick(this.state.random, [...Array<'book'>(10).fill('book'), 'cancel', 'expire'] as const);
    if (act === 'book') await this.book();
    if (act === 'cancel') await this.cancel();
    if (act === 'expire') await this.expire();
    this.line.moved(await this.state.salon.head());
  }

  private async book(): Promise<void> {
    if (this.asked >= MOST_CUSTOMERS) return;
    const resource = pick(this.state.random, ['ana', 'boris']);
    const start = pick(this.state.random, this.state.slots);
    const number = ++this.asked;
    await this.age();
    const { salon } = this.state;
    const request = `${salon.requestPrefix}${number.toString(16).padStart(4, '0')}`;
    const phone = `+3598870000${String(number).padStart(2, '0')}`;
    const asked = [salon.slug, request, ['cut'], resource, start, `Клиент ${number}`, phone, null, null, 'bg', null, 'spared'];
    const answer = (await salon.ask('book_online', asked, ++this.state.time)) as BookAnswer;
    this.state.trace.add(`customer ${number} asks ${resource} ${start} → ${answer.state}`);
    if (answer.state === 'booked') this.state.fault('customer booked');
    if (answer.state === 'requested') this.state.fault('customer asked');
    if (answer.token) this.customers.push({ token: answer.token, id: request });
    if (answer.state === 'booked') await this.judge('PROMISED', `customer ${number}`, { resource, start }, request);
  }

  private async cancel(): Promise<void> {
    const [customer] = this.customers.filter(({ token }) => !this.cancelled.has(token));
    if (!customer) return;
    const { token } = customer;
    this.cancelled.add(token);
    const answer = (await this.state.salon.ask('cancel_online', [token], ++this.state.time)) as CancelAnswer | null;
    if (answer?.state === 'cancelled') this.state.fault('customer cancelled');
    this.state.trace.add(`customer cancels → ${answer?.state}`);
  }

  /** A request that nobody has answered in time. */
  private async expire(): Promise<void> {
    const gone = await this.state.salon.expire(++this.state.time);
    if (gone) this.state.fault('request expired');
    this.state.trace.add(`expired ${gone ? this.shown(gone) : 'nothing'}`);
  }
}

/** Returns what devices sent that only the server fills. */
export function filledByDevices(devices: readonly { readonly name: string; readonly content: DiskContent }[]): string[] {
  return devices.flatMap(({ name, content }) =>
    content.issues
      .filter(({ constraint }) => constraint === 'events_requested_until')
      .map(({ id }) => `FILLED ${name} ${id}: sent until when a request waits`),
  );
}
