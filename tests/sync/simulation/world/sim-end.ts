/** The end of a history: everything heals, and what must hold is checked. */
import { openOverlaps } from '#domain/booking/agreed-overlaps.ts';
import { tornVisits } from '#domain/booking/visits.ts';
import type { TableName } from '#schemas/registry.ts';
import { type Fields, fieldOf } from '#sync/core/columns.ts';
import { decisionsIn } from '#sync/core/decisions.ts';
import type { DiskContent } from '../protocol.ts';
import { count } from '../tally.ts';
import { clientsOf, setBack, violationsOf, wireValue, withMerged } from './sim-checks.ts';
import { wrongClients } from './sim-clients.ts';
import { lostCounts } from './sim-counts.ts';
import { filledByDevices } from './sim-customers.ts';
import type { SimDesks } from './sim-desks.ts';
import type { SimDevice } from './sim-device.ts';
import { falseRefusals, wrongKinds } from './sim-issues.ts';
import { forgottenIssues } from './sim-kept.ts';
import type { SimLine } from './sim-line.ts';
import { wrongMoney } from './sim-money.ts';
import type { SimOperator } from './sim-operator.ts';
import { wrongOverlaps } from './sim-overlaps.ts';
import { uncausedRefusals } from './sim-roles.ts';
import { wrongRooms } from './sim-rooms.ts';
import { isJoined, unseenOverwrites } from './sim-seen.ts';
import { hasArrived, neverArrived, slowlyMs } from './sim-slow.ts';
import type { SimState } from './sim-state.ts';
import { wrongVisits } from './sim-visits.ts';

/** Between the latest "long ago" and the earliest horizon. */
const BETWEEN_HORIZONS = '2025-01-01T00:00:00.000Z';
/** In this time a write that met another one is tried again, ms. */
const NEXT_TRY_MS = 1_000;
/** More rounds than that to heal means that something goes in circles. */
const MAX_HEALING = 12;
/** On a slow line it takes its time, and is looked at between two rounds. */
const SLOW_STEP_MS = 20_000;
/**
 * In a long stretch nobody answers, and whoever asked gives up; a short one lets it ask again and be heard. A device whose waits
 * all end in the long ones would never be heard: after so many rounds time goes from timer to timer.
 */
const BLIND_HEALING = 6;

export class SimEnd {
  constructor(
    private readonly state: SimState,
    private readonly line: SimLine,
    private readonly desks: SimDesks,
    private readonly operator: SimOperator,
  ) {}

  async heal(): Promise<number> {
    this.state.trace.add('healing');
    await this.line.performAllLate();
    await this.operator.letErase();
    for (const device of this.state.devices) {
      await this.operator.membership(device, true);
      device.session = 'good';
      device.realtime = 'alive';
      if (!device.opened) await this.state.open(device);
      await device.do({ do: 'disarm' });
      for (const tab of device.frozen) await device.do({ do: 'thaw', tab });
      await this.state.signals(device, true, true);
      await this.line.channelsOf(device);
    }
    const isSlow = this.state.devices.some(({ slow }) => slow !== null);
    const began = this.state.now;
    const most = isSlow ? Math.ceil((await this.slowlyMs()) / SLOW_STEP_MS) : MAX_HEALING;
    /** Quiet once; what the app writes by itself may still wait for its next try. */
    let isQuietOnce = false;
    for (let round = 1; round <= most; round++) {
      for (const device of this.state.devices) {
        if (!device.opened) await this.state.open(device);
        await this.line.settleDown(device);
      }
      for (const device of this.state.devices) await this.line.settleDown(device);
      const isQuiet = this.line.isQuiet && this.state.devices.every((device) => hasArrived(device, this.state.head));
      if (isQuiet && (isQuietOnce || !this.state.options.follows)) return round;
      isQuietOnce = isQuiet;
      await this.state.pass(
        isQuiet
          ? NEXT_TRY_MS
          : isSlow
            ? SLOW_STEP_MS
            : round > BLIND_HEALING
              ? this.untilNextTimer()
              : round % 2 === 0
                ? 61_000
                : 6_000,
      );
    }
    const never = neverArrived(this.state.devices, this.state.head, Math.round((this.state.now - began) / 60_000));
    this.state.violations.push(...never);
    if (never.length > 0) return MAX_HEALING;
    const isLineQuiet = this.line.isQuiet;
    const unsettled = this.state.devices.map(({ device, pending }) => `${device} ${pending}`).join(', ');
    this.state.violations.push(
      `ROUNDS not settled after ${MAX_HEALING} rounds: head ${this.state.head}, unsent ${unsettled}${isLineQuiet ? '' : ', the line not quiet'}: ${this.state.devices.map((device) => JSON.stringify(device.idle?.status)).join(' ')}`,
    );
    return MAX_HEALING;
  }

  private async slowlyMs(): Promise<number> {
    return slowlyMs(this.state.devices, Object.values(await this.state.salon.rows()).flat().length);
  }

  private untilNextTimer(): number {
    const due = this.state.devices.map(({ idle }) => idle?.nextTimer ?? Number.POSITIVE_INFINITY);
    return Math.max(1, Math.min(Math.min(...due) - this.state.now, 61_000));
  }

  async check(): Promise<void> {
    const contents: { name: string; device: SimDevice; content: DiskContent }[] = [];
    for (const device of this.state.devices) {
      const report = await device.do({ do: 'read' });
      const content = report.events.find((event) => event.saw === 'disk');
      if (!content) throw new Error(`${device.device} cannot be read`);
      contents.push({ name: device.device, device, content: content.content });
      for (const { kind } of content.content.issues) count(this.state.tally.issues, kind);
      for (const status of Object.values(report.idle.status))
        if (status.issues !== decisionsIn(content.content.issues))
          this.state.violations.push(
            `STATUS ${device.device} counts ${status.issues} decisions, there are ${decisionsIn(content.content.issues)}`,
          );
    }
    const { erased, erasing, writes, decided, seen, agreed } = this.desks;
    const { vanished } = this.operator;
    const { openOf = openOverlaps } = this.state.options;
    const [rows, log] = [await this.state.salon.rows(), await this.state.salon.log()];
    const all = withMerged({ erasing, log, writes });
    const wireOf = (table: TableName, field: string, row: Fields) =>
      field === 'deleted' ? row.deleted === true : wireValue(table, field, fieldOf(row, field));
    const isErasing = (table: TableName, id: string, field: string) =>
      table === 'clients'
        ? all.has(id)
        : table === 'events' && ['notes', 'client_id'].includes(field) && clientsOf(id, log).some((client) => all.has(client));
    const names = new Set(this.state.devices.map(({ device }) => device));
    this.state.violations.push(
      ...lostCounts({
        ...{ revisions: rows.product_revisions, log, writes, decided, setBack: setBack(log) },
        issues: new Map(contents.map(({ name, content }) => [name, content.issues])),
      }),
      ...unseenOverwrites({ log, seen, devices: names, setBack: setBack(log), isErasing, wireOf }).filter(
        (text) => !this.isMovedByTheApp(text),
      ),
      ...forgottenIssues({
        devices: contents,
        ...{ decided, erasing: all, seen, log, wireOf },
      }).filter((text) => !this.isMovedByTheApp(text)),
      ...falseRefusals(contents, this.line.refusals),
      ...filledByDevices(contents),
      ...uncausedRefusals(contents, writes),
      ...wrongOverlaps({ rows: rows.events, agreed, devices: contents, decided, setBack: setBack(log) }),
      ...wrongRooms({ rows, agreed, devices: contents, decided, setBack: setBack(log), openOf }),
      ...wrongClients({ rows: rows.clients, writes, log, devices: contents, decided, erasing: all, setBack: setBack(log) }),
      ...wrongVisits({ rows: rows.events, devices: contents, tornOf: this.state.options.tornOf ?? tornVisits }),
      ...(this.desks.people.typed.size > 0 ? wrongMoney({ rows, devices: contents, typed: this.desks.people.typed }) : []),
      ...wrongKinds(contents),
      ...this.desks.restored.violations({
        ...{ devices: contents, decided, writes, erased, erasing: all, vanished, log, horizon: BETWEEN_HORIZONS, wireOf },
      }),
      ...violationsOf({
        ...{ devices: contents, rows, log, decided, erased, erasing, vanished, horizon: BETWEEN_HORIZONS },
        verdictRows: this.line.verdictRows,
        writes: writes.filter(({ table, field }) => !isJoined(table, field)),
      }).filter((text) => !this.isMovedByTheApp(text)),
    );
  }

  /** Tells of a service that follows its category by itself: the app takes a category back, and closes its conflicts, without a person. */
  private isMovedByTheApp(text: string): boolean {
    return this.state.options.follows === true && /^(?:(?:LOST|FORGOTTEN) \S+|UNSEEN \S+ wrote over) services\//.test(text);
  }
}
