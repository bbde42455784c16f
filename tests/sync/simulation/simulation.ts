/**
 * One history: a few devices of a new salon, each the real engine on real storage, the real functions on the real
 * PostgreSQL, and between them a line on which everything goes wrong; then it heals, and what must hold is checked. The driver
 * lets one device take one step and waits until it is idle, so that the same seed gives the same history.
 */
import { markOf } from './people/people.ts';
import type { DeviceHost } from './protocol.ts';
import { chance, pick, randomOf, weighted } from './random.ts';
import { sumOf, type Tally } from './tally.ts';
import { clearUnder } from './world/sim-clearing.ts';
import { SimCustomers } from './world/sim-customers.ts';
import { SimDesks } from './world/sim-desks.ts';
import type { SimDevice } from './world/sim-device.ts';
import { SimEnd } from './world/sim-end.ts';
import { ACTION_WEIGHTS, type Action } from './world/sim-faults.ts';
import { SimLine } from './world/sim-line.ts';
import { SimOperator } from './world/sim-operator.ts';
import type { SimServer } from './world/sim-server.ts';
import { type HistoryOptions, HOUR, SimState, START } from './world/sim-state.ts';
import { SimTroubles } from './world/sim-troubles.ts';
import { varied } from './world/sim-variety.ts';

export interface HistoryResult {
  readonly seed: number;
  readonly violations: readonly string[];
  readonly tally: Tally;
  readonly writes: number;
  readonly steps: number;
  /** Minutes of simulated time until nothing was left to do. */
  readonly healed: number;
  readonly digest: string;
}

/** What a history has, unless it is told otherwise. */
const OPERATIONS = 120;
const FAULTS = 40;
/** Keeps the pages' size apart from the other draws of a seed. */
const PAGES = 0x9a6e5;
/** A history goes on until it has enough of both, and no longer than this. */
const MAX_STEPS = 2_500;

export async function runHistory(
  seed: number,
  hosts: readonly DeviceHost[],
  server: SimServer,
  options: HistoryOptions = {},
): Promise<HistoryResult> {
  const random = randomOf(seed);
  const devices = options.devices ?? Math.min(hosts.length, pick(random, [2, 2, 3, 3, 3, 4, 4, 5]));
  const salon = await server.salon(devices);
  salon.pageRows = options.pageRows ?? pick(randomOf(seed ^ PAGES), [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 40, 7]);
  if (options.breaks) await salon.breakPromise(options.breaks);
  try {
    return await new Simulation(seed, new SimState(random, salon, varied(seed, options)), hosts.slice(0, devices)).run();
  } finally {
    for (const host of hosts.slice(0, devices)) await host.do({ do: 'wipe' });
    await salon.forget();
  }
}

class Simulation {
  private readonly line: SimLine;
  private readonly desks: SimDesks;
  private readonly troubles: SimTroubles;
  private readonly operator: SimOperator;
  private readonly customers: SimCustomers | null;
  private readonly actions: Readonly<Record<Action, number>>;
  private steps = 0;

  constructor(
    readonly seed: number,
    private readonly state: SimState,
    hosts: readonly DeviceHost[],
  ) {
    this.actions = { ...ACTION_WEIGHTS, ...state.options.weights?.actions };
    this.line = new SimLine(state);
    this.desks = new SimDesks(seed, state, this.line);
    this.troubles = new SimTroubles(state, this.line, this.desks);
    this.operator = new SimOperator(state, this.line, this.desks.restored);
    this.customers = state.options.customers ? new SimCustomers(state, this.line) : null;
    state.place(hosts, {
      letter: (posted) => this.line.posted(posted),
      channel: (device, tab, wants) => this.line.channel(device, tab, wants),
      written: (device, writeId) => this.desks.acknowledged(device, writeId),
      // A trap counts when it springs; before that nothing has happened.
      died: (_, tabs, at) => {
        if (at !== 'now')
          state.fault(tabs.includes('a') ? 'tab killed at a storage step' : 'second tab killed at a storage step');
      },
      storageFailed: (kind) => state.fault(`storage refused: ${kind}`),
    });
  }

  async run(): Promise<HistoryResult> {
    const { state, line } = this;
    await this.furnish();
    await this.customers?.furnish();
    for (const device of state.devices) await state.open(device);
    for (const device of state.devices) if (chance(state.random, 0.8)) await line.settleDown(device);
    while (this.isThin() && this.steps < MAX_STEPS) {
      this.steps++;
      await this.act();
      await this.customers?.report();
      for (const device of state.devices) if (!device.opened && device.tabs.length === 0) await state.open(device);
    }
    const end = new SimEnd(state, line, this.desks, this.operator);
    const healed = await end.heal();
    await end.check();
    if (this.isThin())
      state.violations.push(
        `THIN ${this.desks.operations} operations and ${sumOf(state.tally.faults)} faults in ${this.steps} steps`,
      );
    return {
      seed: this.seed,
      violations: state.violations,
      tally: state.tally,
      writes: this.desks.writes.length,
      steps: this.steps,
      healed,
      digest: state.trace.digest(),
    };
  }

  private isThin(): boolean {
    const { operations = OPERATIONS, faults = FAULTS } = this.state.options;
    return this.desks.operations < operations || sumOf(this.state.tally.faults) < faults;
  }

  /** What the salon has before anybody comes. */
  private async furnish(): Promise<void> {
    const changes = [
      { table: 'resources', id: 'ana', doc: { name: 'Ана' } },
      { table: 'resources', id: 'boris', doc: { name: 'Борис' } },
      { table: 'services', id: 'cut', doc: { name: 'Подстригване', duration: 30, price: 25 } },
      { table: 'products', id: 'shampoo', doc: { name: 'Шампоан', quantity: 5 } },
      { table: 'clients', id: 'maria', doc: { first_name: `Мария${markOf('maria')}` } },
      { table: 'clients', id: 'ivan', doc: { first_name: `Иван${markOf('ivan')}` } },
      ...Array.from({ length: 4 }, (_, n) => ({
        table: 'events',
        id: `first-${n}`,
        doc: {
          ...{ resource_id: n % 2 ? 'ana' : 'boris', client_id: n % 2 ? 'maria' : null, title: `първа ${n}`, status: 'booked' },
          ...{ start_time: new Date(START + n * HOUR).toISOString(), end_time: new Date(START + (n + 1) * HOUR).toISOString() },
        },
      })),
    ];
    const { salon } = this.state;
    const done = await salon.perform(salon.owner, 'owner', 0, { call: 'push', args: [salon.id, changes] });
    if (!done.answer.ok) throw new Error(done.answer.message);
    this.state.head = done.head;
  }

  private async act(): Promise<void> {
    this.line.sweepPost();
    const device = pick(this.state.random, this.state.devices);
    const action = weighted(this.state.random, this.actions);
    await this.take(action, device);
  }

  private async take(action: Action, device: SimDevice): Promise<void> {
    const { random } = this.state;
    const tab = device.awake.length > 0 ? pick(random, device.awake) : null;
    switch (action) {
      case 'operate':
        if (tab) await this.desks.operate(device, tab);
        return;
      case 'decide':
        return tab ? this.desks.decide(device, tab) : undefined;
      case 'decide about restored':
        return tab ? this.desks.decideRestored(device, tab) : undefined;
      case 'deliver':
        return this.line.deliverAny();
      case 'news':
        return this.line.tellAny();
      case 'time':
        await this.state.pass(pick(random, [60, 150, 250, 250, 900, 2_500, 6_000, 16_000, 31_000, 46_000]));
        return;
      case 'late':
        await this.line.performLate();
        return;
      case 'sync now':
        if (tab) await device.do({ do: 'sync-now', tab });
        return;
      case 'kill':
        return this.troubles.kill(device);
      case 'kill at storage':
        return this.troubles.killAtStorage(device);
      case 'second tab':
        return this.troubles.secondTab(device);
      case 'close':
        return this.troubles.closeTab(device);
      case 'freeze':
        return tab ? this.troubles.freeze(device, tab) : undefined;
      case 'thaw':
        return this.troubles.thaw(device);
      case 'line':
        return this.line.line(device, !device.online);
      case 'line back':
        return device.online ? undefined : this.line.line(device, true);
      case 'window':
        await this.state.signals(device, device.online, !device.visible);
        return;
      case 'clock':
        return this.troubles.clock(device);
      case 'storage fault':
        return this.troubles.storageFault(device);
      case 'hold':
        return this.troubles.hold(device);
      case 'membership':
        return this.operator.membership(device, device.isMember ? chance(random, 0.4) : true);
      case 'sign in':
        device.session = 'good';
        return;
      case 'revoke':
        if (device.session === 'revoked') return;
        this.state.fault('token revoked 401');
        device.session = 'revoked';
        return;
      case 'purge':
        return this.operator.purge();
      case 'vanish':
        return this.operator.vanish(device);
      case 'backup':
        return this.operator.backup();
      case 'realtime':
        return this.line.realtime(device);
      case 'slow line':
        return this.troubles.slowLine(device);
      case 'new version':
        return this.troubles.newVersion(device);
      case 'clear':
        return clearUnder(this.state, device);
      case 'customer':
        return this.customers?.act();
      case 'long time':
        return this.state.pass(pick(random, [6, 12, 40]) * 60_000);
      case 'role':
        return this.operator.role(device, pick(random, ['owner', 'manager', 'staff', 'staff']));
    }
  }
}
