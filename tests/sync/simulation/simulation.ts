/**
 * One history: a few devices of a new salon, each the real engine on real storage, the real functions on the real
 * PostgreSQL, and between them a line on which everything goes wrong; then it heals, and what must hold is checked. The driver
 * lets one device take one step and waits until it is idle, so that the same seed gives the same history.
 */
import type { TableName } from '#schemas/registry.ts';
import type { Fields } from '#sync/columns.ts';
import type { PushAnswer, PushChange } from '#sync/server.ts';
import { markOf, type Operation, type OperationName, People } from './people.ts';
import type { DeviceCommand, DeviceHost, DeviceSetting, LetterAnswer, StorageFaultKind, TabName } from './protocol.ts';
import { below, chance, pick, type Random, randomOf, weighted } from './random.ts';
import { violationsOf, type Written } from './sim-checks.ts';
import { type News, type Posted, SimDevice, Trace } from './sim-device.ts';
import { ACTION_WEIGHTS, type Action, FAILURES, FATE_WEIGHTS, type Fate } from './sim-faults.ts';
import { falseRefusals, type Refusal, refusalsIn, wrongKinds } from './sim-issues.ts';
import type { SimSalon, SimServer } from './sim-server.ts';
import { count, emptyTally, type Fault, sumOf, type Tally } from './tally.ts';

export interface HistoryOptions {
  readonly rulesOff?: DeviceSetting['rulesOff'];
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
  readonly trace?: (line: string) => void;
}
export interface Weights {
  readonly actions?: Partial<Record<Action, number>>;
  readonly fates?: Partial<Record<Fate, number>>;
  readonly people?: Partial<Record<OperationName, number>>;
}
export type Answering = (call: Posted['call'], args: readonly unknown[]) => Promise<unknown>;
export type Spoil = (honest: Answering) => Answering;

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

/** Wednesday morning in the salon. */
const START = Date.parse('2026-11-18T08:00:00.000Z');
const HOUR = 3_600_000;
/** 25 October 2026, 02:30 and again 02:30 in Sofia; and the night in March when that hour is missing. */
const DST_NIGHTS = [Date.parse('2026-10-25T00:30:00.000Z'), Date.parse('2027-03-28T00:30:00.000Z')];
/** Between the latest "long ago" and the earliest horizon. */
const BETWEEN_HORIZONS = '2025-01-01T00:00:00.000Z';
/** A history goes on until it has enough of both, and no longer than this. */
const MAX_STEPS = 2_500;
/** More rounds than that to heal means that something goes in circles. */
const MAX_HEALING = 12;
const canonical = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

export async function runHistory(
  seed: number,
  hosts: readonly DeviceHost[],
  server: SimServer,
  options: HistoryOptions = {},
): Promise<HistoryResult> {
  const random = randomOf(seed);
  const devices = options.devices ?? Math.min(hosts.length, pick(random, [2, 2, 3, 3, 3, 4, 4, 5]));
  const salon = await server.salon(devices);
  try {
    return await new Simulation(seed, random, hosts.slice(0, devices), salon, options).run();
  } finally {
    for (const host of hosts.slice(0, devices)) await host.do({ do: 'wipe' });
    await salon.forget();
  }
}

interface Late {
  readonly posted: Posted;
  readonly order: number;
}

class Simulation {
  private readonly devices: readonly SimDevice[];
  private readonly people: People;
  private readonly trace: Trace;
  private readonly tally = emptyTally();
  private readonly violations: string[] = [];
  private readonly post: Posted[] = [];
  private readonly late: Late[] = [];
  private pokes: News[] = [];
  private readonly writes: Written[] = [];
  private readonly unacknowledged = new Map<number, { entries: Written[]; marks: boolean[]; operation: Operation }>();
  private readonly refusals: Refusal[] = [];
  private readonly erased = new Set<string>();
  private readonly erasing = new Set<string>();
  private readonly operator = { purged: false, restored: false, vanished: new Set<string>() };
  private backup: unknown = null;
  private operations = 0;
  private steps = 0;
  private now = 0;
  private head = 0;
  /** Orders everything that happens to rows. */
  private time = 0;
  private letters = 0;
  private writeIds = 0;
  private performed = 0;
  private readonly actions: Readonly<Record<Action, number>>;
  private readonly fates: Readonly<Record<Fate, number>>;
  private readonly perform: (posted: Posted) => Promise<{ answer: LetterAnswer; head: number }>;

  constructor(
    readonly seed: number,
    private readonly random: Random,
    hosts: readonly DeviceHost[],
    private readonly salon: SimSalon,
    private readonly options: HistoryOptions,
  ) {
    this.people = new People(randomOf(seed ^ 0x5eed), options.weights?.people);
    const secrets = [salon.owner, ...salon.members].map(({ id }, n) => [id, `user-${n}`] as const);
    this.trace = new Trace(secrets, options.trace ?? null);
    const news = {
      letter: (posted: Posted) => {
        this.post.push({ ...posted, order: ++this.letters });
      },
      channel: (device: SimDevice, tab: TabName, wants: 'join' | 'rejoin' | 'close') => this.channel(device, tab, wants),
      written: (_: SimDevice, writeId: number) => this.acknowledged(writeId),
      // A trap counts when it springs; before that nothing has happened.
      died: (_: SimDevice, tabs: readonly TabName[], at: string) => {
        if (at !== 'now') this.fault(tabs.includes('a') ? 'tab killed at a storage step' : 'second tab killed at a storage step');
      },
      storageFailed: (kind: StorageFaultKind) => this.fault(`storage refused: ${kind}`),
      violation: (text: string) => {
        if (this.violations.length < 40) this.violations.push(text);
      },
    };
    this.devices = hosts.map((host, n) => {
      const person = salon.members[n];
      if (!person) throw new Error('a device has its person');
      return new SimDevice(`d${n}`, person, host, this.trace, news, START);
    });
    this.actions = { ...ACTION_WEIGHTS, ...options.weights?.actions };
    this.fates = { ...FATE_WEIGHTS, ...options.weights?.fates };
    this.perform = this.performing();
  }

  private performing(): (posted: Posted) => Promise<{ answer: LetterAnswer; head: number }> {
    const { salon } = this;
    const { spoil } = this.options;
    return async (posted) => {
      const { device, call, args } = posted;
      let { head } = this;
      const honest: Answering = async (asked, given) => {
        const done = await salon.perform(device.person, device.device, this.time, { call: asked, args: given });
        head = Math.max(head, done.head);
        if (!done.answer.ok) throw done.answer;
        return done.answer.value;
      };
      try {
        return { answer: { ok: true, value: await (spoil ? spoil(honest) : honest)(call, args) }, head };
      } catch (refused) {
        if (typeof refused === 'object' && refused !== null && 'ok' in refused) return { answer: refused as LetterAnswer, head };
        throw refused;
      }
    };
  }

  private fault(name: Fault): void {
    count(this.tally.faults, name);
  }

  async run(): Promise<HistoryResult> {
    await this.furnish();
    for (const device of this.devices) await this.open(device);
    for (const device of this.devices) if (chance(this.random, 0.8)) await this.settleDown(device);
    const { operations = 120, faults = 40 } = this.options;
    while ((this.operations < operations || sumOf(this.tally.faults) < faults) && this.steps < MAX_STEPS) {
      this.steps++;
      await this.act();
      for (const device of this.devices) if (!device.opened && device.tabs.length === 0) await this.open(device);
    }
    const healed = await this.heal();
    await this.check();
    return {
      seed: this.seed,
      violations: this.violations,
      tally: this.tally,
      writes: this.writes.length,
      steps: this.steps,
      healed,
      digest: this.trace.digest(),
    };
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
    const { salon } = this;
    const done = await salon.perform(salon.owner, 'owner', 0, { call: 'push', args: [salon.id, changes] });
    if (!done.answer.ok) throw new Error(done.answer.message);
    this.head = done.head;
  }

  private async open(device: SimDevice): Promise<void> {
    const seed = below(this.random, 2 ** 31);
    const { rulesOff = [], locks = true } = this.options;
    const setting = { ...device.setting(this.salon.id, this.now, seed, rulesOff), locks };
    const { events } = await device.do({ do: 'open', setting });
    const failed = events.find((event) => event.saw === 'not-opened');
    // A disk that refuses a write refuses the opening; nothing else does.
    if (failed && !events.some((event) => event.saw === 'storage-failed'))
      throw new Error(`${device.device} does not open: ${failed.error}`);
  }

  /** Delivers this device's letters until none is left. */
  private async settleDown(device: SimDevice): Promise<void> {
    for (let guard = 0; guard < 200; guard++) {
      const poke = this.pokes.find((news) => news.device === device);
      const posted = this.letterOf(device);
      if (poke) await this.tellNews(poke);
      else if (posted) await this.deliver(posted, 'goes well');
      else return;
    }
  }

  private letterOf(device: SimDevice): Posted | undefined {
    this.sweepPost();
    return this.post.find((posted) => posted.device === device && !device.frozen.includes(posted.tab));
  }

  /** Letters for which nobody waits any more are nobody's. */
  private sweepPost(): void {
    for (let n = this.post.length - 1; n >= 0; n--) {
      const posted = this.post[n] as Posted;
      if (!posted.device.letters.has(posted.letter)) this.post.splice(n, 1);
    }
  }

  private async act(): Promise<void> {
    this.sweepPost();
    const device = pick(this.random, this.devices);
    const action = weighted(this.random, this.actions);
    await this.take(action, device);
  }

  private async take(action: Action, device: SimDevice): Promise<void> {
    const { random } = this;
    const tab = device.awake.length > 0 ? pick(random, device.awake) : null;
    switch (action) {
      case 'operate':
        if (tab) await this.operate(device, tab);
        return;
      case 'deliver': {
        if (this.post.length === 0) return;
        const posted = pick(random, this.post);
        await this.deliver(posted, weighted(random, this.fates));
        return;
      }
      case 'news':
        if (this.pokes.length > 0) await this.tellNews(pick(random, this.pokes));
        return;
      case 'time':
        await this.pass(pick(random, [60, 150, 250, 250, 900, 2_500, 6_000, 16_000, 31_000, 46_000]));
        return;
      case 'late':
        await this.performLate();
        return;
      case 'sync now':
        if (tab) await device.do({ do: 'sync-now', tab });
        return;
      case 'kill':
        if (!device.opened) return;
        this.fault('tab killed');
        await device.do({ do: 'kill', tab: device.tabs.includes('b') && chance(random, 0.5) ? 'b' : 'a', at: 'now' });
        return;
      case 'kill at storage':
        return this.killAtStorage(device);
      case 'second tab':
        if (!device.opened || device.tabs.includes('b') || device.frozen.length > 0) return;
        this.fault('second tab');
        await device.do({ do: 'open-tab', tab: 'b', seed: below(random, 2 ** 31) });
        return;
      case 'close':
        if (!device.opened || device.frozen.length > 0 || device.idle?.held) return;
        await device.do({ do: 'close', tab: device.tabs.includes('b') ? 'b' : 'a' });
        return;
      case 'freeze': {
        if (!tab || !device.opened || device.frozen.length > 0 || device.idle?.held) return;
        this.fault('tab frozen');
        await device.do({ do: 'freeze', tab });
        return;
      }
      case 'thaw':
        for (const frozen of device.frozen) await device.do({ do: 'thaw', tab: frozen });
        if (device.idle?.held) await device.do({ do: 'release' });
        return;
      case 'line':
        return this.line(device, !device.online);
      case 'line back':
        return device.online ? undefined : this.line(device, true);
      case 'window':
        await this.signals(device, device.online, !device.visible);
        return;
      case 'clock':
        return this.clock(device);
      case 'storage fault':
        return this.storageFault(device);
      case 'hold':
        return this.hold(device);
      case 'membership':
        return this.membership(device, device.isMember ? chance(random, 0.4) : true);
      case 'sign in':
        device.session = 'good';
        return;
      case 'revoke':
        if (device.session === 'revoked') return;
        this.fault('token revoked 401');
        device.session = 'revoked';
        return;
      case 'purge': {
        const gone = await this.salon.purge(++this.time);
        if (gone === 0) return;
        this.fault('tombstones purged');
        this.operator.purged = true;
        this.trace.add(`purged ${gone}`);
        return;
      }
      case 'vanish':
        return this.vanish(device);
      case 'backup':
        if (this.backup === null) this.backup = await this.salon.backup();
        else await this.restore();
        return;
      case 'realtime':
        return this.realtime(device);
      case 'new version':
        return this.newVersion(device);
    }
  }

  // ---- people ----------------------------------------------------------------------------------------------------------

  private async operate(device: SimDevice, tab: TabName): Promise<void> {
    const operation = this.people.operation(device);
    if (!operation) return;
    await this.write(device, tab, operation);
    const again = weighted(this.random, { no: 6, clock: 0.4 });
    if (again === 'clock')
      await this.setClock(device, device.clockAtZero - HOUR * pick(this.random, [1, 24]), 'clock set back between edits');
  }

  private async write(device: SimDevice, tab: TabName, operation: Operation): Promise<void> {
    this.operations++;
    count(this.tally.operations, operation.name);
    const entries: Written[] = [];
    const marks: boolean[] = [];
    for (const { table, id, change } of operation.changes) {
      const current = device.row(table, id);
      const known: Fields | null = current === null ? null : (current.base ?? (current.pending ? null : current));
      for (const [field, value] of Object.entries(change)) {
        this.time++;
        // Until it is acknowledged it may have happened or not: it supersedes earlier ones and promises nothing.
        entries.push({ at: this.time, device: device.device, table, id, field, value: canonical(value), trivial: true });
        const same =
          known !== null && (known[field] ?? null) === canonical(value) && (!current?.pending || !current.sent?.[field]);
        // Removing what is not here, or never left, is no decision about what is there.
        const removed =
          field === 'deleted' && value === true && (current === null || (current.rev === 0 && current.sent === null));
        // What is erased here changes no more.
        const erased = current !== null && table === 'clients' && current.erased_at !== null;
        marks.push(same || removed || erased);
      }
    }
    this.writes.push(...entries);
    const writeId = ++this.writeIds;
    this.unacknowledged.set(writeId, { entries, marks, operation });
    if (operation.erases) this.erasing.add(operation.erases);
    const pushing = this.post.some(
      (posted) =>
        posted.device === device &&
        posted.call === 'push' &&
        operation.changes.some(({ table, id }) => concerns(posted, table, id)),
    );
    if (pushing) this.fault('edit between a push and its answer');
    if (device.idle?.held && device.heldOf === 'pull') this.fault('edit between a pull and its save');
    await device.do({ do: 'write', tab, writeId, changes: operation.changes });
  }

  private acknowledged(writeId: number): void {
    const { entries = [], marks = [], operation } = this.unacknowledged.get(writeId) ?? {};
    this.unacknowledged.delete(writeId);
    entries.forEach((entry, n) => {
      entry.trivial = marks[n] ?? false;
    });
    if (operation?.erases) this.erased.add(operation.erases);
  }

  // ---- the line --------------------------------------------------------------------------------------------------------

  private async deliver(posted: Posted, fate: Fate): Promise<void> {
    const { device } = posted;
    if (posted.answer) return this.arrive(posted, posted.answer);
    if (device.session === 'revoked')
      return this.arrive(posted, { ok: false, status: 401, code: null, hint: 'signed-out', message: 'no session' });
    if (!device.online) return this.arrive(posted, LOST);
    switch (fate) {
      case 'goes well':
        return this.arrive(posted, await this.serve(posted));
      case 'request dropped':
        this.fault(fate);
        return this.arrive(posted, LOST);
      case 'answer dropped after commit':
        this.fault(fate);
        await this.serve(posted);
        return this.arrive(posted, LOST);
      case 'request doubled':
        this.fault(fate);
        this.late.push({ posted, order: this.performed });
        return this.arrive(posted, await this.serve(posted));
      case 'answer delayed':
        this.fault(fate);
        posted.answer = await this.serve(posted);
        return;
      case 'request reordered':
        this.late.push({ posted, order: this.performed });
        return this.arrive(posted, LOST);
      case 'server restarted mid-transaction':
        this.fault(fate);
        await this.salon.tear(device.person, device.device, ++this.time, posted);
        return this.arrive(posted, LOST);
      case 'statement timeout':
      case 'body too large 413':
        if (posted.call !== 'push') return this.arrive(posted, await this.serve(posted));
        this.fault(fate);
        return this.arrive(posted, FAILURES[fate]());
      case 'server error 5xx':
      case 'too many requests 429':
      case 'token expired 401':
        this.fault(fate);
        return this.arrive(posted, FAILURES[fate]());
    }
  }

  private async arrive(posted: Posted, answer: LetterAnswer): Promise<void> {
    const at = this.post.indexOf(posted);
    if (at >= 0) this.post.splice(at, 1);
    posted.device.letters.delete(posted.letter);
    if (posted.call === 'push') {
      const { device, tab } = posted;
      // What reaches a frozen tab is worked in when other things stand there.
      const rowNow = device.frozen.includes(tab) ? null : device.row.bind(device);
      this.refusals.push(...refusalsIn(device.device, posted.args[1] as readonly PushChange[], answer, rowNow));
    }
    const wasHeld = posted.device.idle?.held;
    await posted.device.do({ do: 'answer', letter: posted.letter, answer });
    if (posted.device.idle?.held && !wasHeld) posted.device.heldOf = posted.call === 'readEvents' ? 'pull' : posted.call;
    else if (!posted.device.idle?.held) posted.device.heldOf = null;
  }

  /** The server does it, and says so to whoever hears. */
  private async serve(posted: Posted): Promise<LetterAnswer> {
    this.time++;
    this.performed++;
    const { answer, head } = await this.perform(posted);
    if (posted.call === 'push' && answer.ok)
      for (const { v } of (answer.value as PushAnswer).verdicts) count(this.tally.verdicts, v);
    this.moved(head);
    return answer;
  }

  private moved(head: number): void {
    if (head <= this.head) return;
    this.head = head;
    for (const device of this.devices)
      for (const tab of device.joined) {
        if (device.realtime !== 'alive') continue;
        const fate = weighted(this.random, { told: 8, lost: 1, late: 1 });
        if (fate === 'lost') this.fault('poke lost');
        else this.pokes.push({ device, tab, says: { poke: head } });
      }
  }

  private async performLate(): Promise<void> {
    if (this.late.length === 0) return;
    const [{ posted, order }] = this.late.splice(below(this.random, this.late.length), 1) as [Late];
    if (this.performed > order) this.fault('request reordered');
    const answer = await this.serve(posted);
    this.trace.add(
      `late ${posted.device.device} ${posted.letter} ${answer.ok ? JSON.stringify((answer.value as Partial<PushAnswer>).verdicts?.map(({ v }) => v) ?? '') : answer.code}`,
    );
  }

  private channel(device: SimDevice, tab: TabName, wants: 'join' | 'rejoin' | 'close'): void {
    device.joined.delete(tab);
    if (wants === 'close') {
      device.listening.delete(tab);
      return;
    }
    device.listening.add(tab);
    if (device.online && device.realtime !== 'dead') this.pokes.push({ device, tab, says: { state: 'joined' } });
  }

  private async tellNews(news: News): Promise<void> {
    const { device, tab, says } = news;
    const at = this.pokes.indexOf(news);
    if (at > 0 && 'poke' in says && this.pokes.slice(0, at).some((other) => other.device === device && 'poke' in other.says))
      this.fault('poke late');
    this.pokes.splice(at, 1);
    if (!device.tabs.includes(tab) || !device.listening.has(tab)) return;
    if ('state' in says) {
      if (says.state === 'joined' && (!device.online || device.realtime === 'dead')) return;
      if (says.state === 'joined') device.joined.add(tab);
      else device.joined.delete(tab);
    } else if (!device.joined.has(tab) || device.realtime !== 'alive') return;
    await device.do({ do: 'channel', tab, says });
  }

  private async signals(device: SimDevice, online: boolean, visible: boolean): Promise<void> {
    device.online = online;
    device.visible = visible;
    if (device.opened) await device.do({ do: 'signals', online, visible });
  }

  private async line(device: SimDevice, online: boolean): Promise<void> {
    if (!online) this.fault('offline');
    await this.signals(device, online, device.visible);
    await this.channelsOf(device);
  }

  /** Channels break with the line, and are joined again with it. */
  private async channelsOf(device: SimDevice): Promise<void> {
    const alive = device.online && device.realtime !== 'dead';
    for (const tab of [...device.listening])
      if (!alive && device.joined.delete(tab)) await device.do({ do: 'channel', tab, says: { state: 'lost' } });
      else if (alive && !device.joined.has(tab)) this.pokes.push({ device, tab, says: { state: 'joined' } });
  }

  private async realtime(device: SimDevice): Promise<void> {
    if (device.realtime !== 'alive') device.realtime = 'alive';
    else {
      device.realtime = pick(this.random, ['dead', 'silent'] as const);
      this.fault(device.realtime === 'dead' ? 'realtime dead' : 'realtime silent');
    }
    await this.channelsOf(device);
  }

  private async pass(ms: number): Promise<void> {
    this.now += ms;
    for (const device of this.devices) if (device.opened) await device.do({ do: 'advance', to: this.now });
  }

  // ---- the device ------------------------------------------------------------------------------------------------------

  private async killAtStorage(device: SimDevice): Promise<void> {
    if (!device.opened) return;
    const { random } = this;
    const second = device.tabs.includes('b') && chance(random, 0.6);
    const of = pick(random, ['any', 'any', 'server', 'person'] as const);
    const at = { write: 1 + below(random, 6), of, when: pick(random, ['before', 'after'] as const) };
    await device.do({ do: 'kill', tab: second ? 'b' : 'a', at });
  }

  private async storageFault(device: SimDevice): Promise<void> {
    if (!device.opened) return;
    const kind = pick(this.random, ['quota', 'unknown', 'closed'] as const);
    const of = pick(this.random, ['any', 'server', 'person'] as const);
    await device.do({
      do: 'fail-storage',
      step: { write: 1 + below(this.random, 3), of },
      kind,
      times: pick(this.random, [1, 1, 2, 3]),
    });
  }

  /** Held before it saves what it has pulled, or what came of a push, while somebody edits. */
  private async hold(device: SimDevice): Promise<void> {
    if (!device.opened || device.idle?.held) return;
    const any = this.options.holdsAnySave ?? false;
    const of = any ? null : pick(this.random, ['pull', 'pull', 'push'] as const);
    let armed = any;
    if (any) await device.do({ do: 'hold', step: { write: 1, of: 'server' } });
    for (let tries = 0; tries < (any ? 6 : 8) && device.opened && !device.idle?.held; tries++) {
      const posted = this.letterOf(device);
      if (posted?.call === of && !armed) {
        // What somebody else has just done is what the pull brings.
        if (of === 'pull') await this.editElsewhere(device);
        await device.do({ do: 'hold', step: { write: 1, of: 'server' } });
        armed = true;
      }
      if (posted) await this.deliver(posted, 'goes well');
      else if (armed && !any) break;
      else await device.do({ do: 'sync-now', tab: 'a' });
    }
    const tab = device.awake[0];
    if (device.idle?.held && tab) for (let n = 1 + below(this.random, 2); n > 0; n--) await this.operate(device, tab);
    if (device.opened) await device.do({ do: 'release' });
  }

  private async editElsewhere(device: SimDevice): Promise<void> {
    const other = this.devices.find((one) => one !== device && one.online && one.isMember && one.awake.length > 0);
    const [tab] = other?.awake ?? [];
    if (!other || !tab) return;
    await this.operate(other, tab);
    for (let tries = 0; tries < 4; tries++) {
      const posted = this.letterOf(other);
      if (!posted) return;
      await this.deliver(posted, 'goes well');
      if (posted.call === 'push') return;
    }
  }

  private async setClock(device: SimDevice, clockAtZero: number, fault: Fault): Promise<void> {
    this.fault(fault);
    device.clockAtZero = clockAtZero;
    if (device.opened) await device.do({ do: 'set-clock', clockAtZero });
  }

  private async clock(device: SimDevice): Promise<void> {
    const [fault, clockAtZero] = pick(this.random, [
      ['clock off an hour', START + pick(this.random, [-1, 1]) * HOUR],
      ['clock off a day', START + pick(this.random, [-1, 1]) * 24 * HOUR],
      ['clock in a DST night', pick(this.random, DST_NIGHTS) - this.now],
    ] as const);
    await this.setClock(device, clockAtZero, fault);
  }

  /** The app was updated, or is an earlier one again: its local form is another, and rows of the last one are unsent. */
  private async newVersion(device: SimDevice): Promise<void> {
    if (!device.opened || device.frozen.length > 0 || device.idle?.held || device.pending === 0) return;
    this.fault('new app version');
    await device.do(chance(this.random, 0.5) ? { do: 'close', tab: 'a' } : { do: 'kill', tab: 'a', at: 'now' });
    device.form = device.form === '' ? 'next' : '';
    device.changedForm = true;
    device.disk.clear();
    await this.open(device);
    if (chance(this.random, 0.3)) await this.killAtStorage(device);
  }

  // ---- the operator ----------------------------------------------------------------------------------------------------

  private async membership(device: SimDevice, member: boolean): Promise<void> {
    if (device.isMember === member) return;
    if (!member) this.fault('role withdrawn mid-flight');
    device.isMember = member;
    await this.salon.setMember(device.person, member);
    this.trace.add(`${device.device} ${member ? 'is a member' : 'was withdrawn'}`);
  }

  private async vanish(device: SimDevice): Promise<void> {
    const rows = device.live('events').filter(({ rev }) => rev > 0);
    if (rows.length === 0) return;
    const { id } = pick(this.random, rows);
    this.fault('row removed by an operator');
    this.operator.vanished.add(`events/${id}`);
    await this.salon.vanish(++this.time, 'events', id);
    this.trace.add(`vanished events/${id}`);
    this.moved(await this.salon.head());
  }

  private async restore(): Promise<void> {
    const { backup } = this;
    this.backup = null;
    this.fault('backup restored');
    this.operator.restored = true;
    await this.salon.restore(backup, ++this.time);
    this.head = await this.salon.head();
    this.trace.add(`restored to ${this.head}`);
  }

  // ---- the end ---------------------------------------------------------------------------------------------------------

  private async heal(): Promise<number> {
    this.trace.add('healing');
    while (this.late.length > 0) await this.performLate();
    for (const device of this.devices) {
      await this.membership(device, true);
      device.session = 'good';
      device.realtime = 'alive';
      if (!device.opened) await this.open(device);
      await device.do({ do: 'disarm' });
      for (const tab of device.frozen) await device.do({ do: 'thaw', tab });
      await this.signals(device, true, true);
      await this.channelsOf(device);
    }
    for (let round = 1; round <= MAX_HEALING; round++) {
      for (const device of this.devices) {
        if (!device.opened) await this.open(device);
        await this.settleDown(device);
      }
      for (const device of this.devices) await this.settleDown(device);
      const quiet = this.post.length === 0 && this.pokes.length === 0;
      if (quiet && this.devices.every((device) => this.isSettled(device))) return round;
      // In a long stretch nobody answers, and whoever asked gives up; a short one lets it ask again and be heard.
      await this.pass(round % 2 === 0 ? 61_000 : 6_000);
    }
    this.violations.push(
      `ROUNDS not settled after ${MAX_HEALING} minutes: ${this.devices.map((device) => JSON.stringify(device.idle?.status)).join(' ')}`,
    );
    return MAX_HEALING;
  }

  private isSettled({ idle, pending }: SimDevice): boolean {
    const statuses = Object.values(idle?.status ?? {});
    return pending === 0 && statuses.length > 0 && statuses.every(({ phase, rev }) => phase === 'synced' && rev >= this.head);
  }

  private async check(): Promise<void> {
    const contents = [];
    for (const device of this.devices) {
      const report = await device.do({ do: 'read' });
      const content = report.events.find((event) => event.saw === 'disk');
      if (!content) throw new Error(`${device.device} cannot be read`);
      contents.push({ name: device.device, content: content.content });
      for (const { kind } of content.content.issues) count(this.tally.issues, kind);
      for (const status of Object.values(report.idle.status))
        if (status.issues !== content.content.issues.length)
          this.violations.push(
            `STATUS ${device.device} counts ${status.issues} issues, there are ${content.content.issues.length}`,
          );
    }
    const { erased, erasing, writes, operator } = this;
    const [rows, log] = [await this.salon.rows(), await this.salon.log()];
    this.violations.push(
      ...falseRefusals(contents, this.refusals),
      ...wrongKinds(contents),
      ...violationsOf({ devices: contents, rows, log, writes, erased, erasing, operator, horizon: BETWEEN_HORIZONS }),
    );
    if (this.operations < (this.options.operations ?? 120) || sumOf(this.tally.faults) < (this.options.faults ?? 40))
      this.violations.push(`THIN ${this.operations} operations and ${sumOf(this.tally.faults)} faults in ${this.steps} steps`);
  }
}

const LOST: LetterAnswer = { ok: false, status: 0, code: null, hint: null, message: 'fetch failed' };

const concerns = (posted: Posted, table: TableName, id: string): boolean =>
  (posted.args[1] as readonly { table: string; id: string }[]).some((change) => change.table === table && change.id === id);

export type { DeviceCommand };
