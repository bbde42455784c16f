/** A device as the driver sees it: what it has told, what stands on its disk, which letters of it are on their way. */
import { createHash, type Hash } from 'node:crypto';
import type { SalonRole } from '#schemas/constants.ts';
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import type { StateRow } from '#sync/core/columns.ts';
import { matterOf, type SyncIssue } from '#sync/core/issues.ts';
import type { Desk } from '../people/people.ts';
import type {
  DeviceCommand,
  DeviceEvent,
  DeviceHost,
  DeviceReport,
  DeviceSetting,
  IdleFacts,
  Letter,
  LetterAnswer,
  StorageFaultKind,
  TabName,
} from '../protocol.ts';
import type { Person } from './sim-server.ts';
import type { SlowLine } from './sim-slow.ts';

export interface Posted extends Letter {
  readonly device: SimDevice;
  /** Grows with every letter of the history. */
  readonly order: number;
  /** The server has answered; the answer is on its way. */
  answer?: LetterAnswer;
  /** Nobody waits for it any more. */
  givenUp?: boolean;
}

type Says = (DeviceCommand & { do: 'channel' })['says'];
export interface News {
  readonly device: SimDevice;
  readonly tab: TabName;
  readonly says: Says;
}

/** What is told of a step, so that two runs of a seed can be compared: nothing that differs from one salon to another. */
export class Trace {
  private readonly hash: Hash = createHash('sha256');
  lines = 0;
  private readonly secrets: RegExp;
  private readonly names: ReadonlyMap<string, string>;
  constructor(
    hide: readonly (readonly [secret: string, shown: string])[],
    private readonly tell: ((line: string) => void) | null,
  ) {
    this.names = new Map(hide);
    this.secrets = new RegExp(hide.map(([secret]) => secret).join('|'), 'g');
  }
  add(line: string): void {
    const shown = line.replace(this.secrets, (secret) => this.names.get(secret) ?? secret);
    this.lines++;
    this.hash.update(shown).update('\n');
    this.tell?.(shown);
  }
  digest(): string {
    return this.hash.copy().digest('hex').slice(0, 16);
  }
}

export interface DeviceNews {
  letter(posted: Posted): void;
  channel(device: SimDevice, tab: TabName, wants: 'join' | 'rejoin' | 'close'): void;
  written(device: SimDevice, writeId: number): void;
  died(device: SimDevice, tabs: readonly TabName[], at: string): void;
  storageFailed(kind: StorageFaultKind): void;
  violation(text: string): void;
  /** Of the history, by which everything is ordered. */
  time(): number;
}

/** Requests that may follow lost ones at once: two tabs, each with a wish and a person's asking from during its round. */
const AT_ONCE = 6;
/** What gives a device no reason to ask again before its pause is over. */
const NO_REASON: ReadonlySet<DeviceCommand['do']> = new Set([
  'write',
  'set-clock',
  'fail-storage',
  'hold',
  'freeze',
  'disarm',
  'read',
]);

export class SimDevice implements Desk {
  readonly disk = new Map<string, { readonly row: StateRow; readonly hidden: boolean }>();
  readonly letters = new Map<number, Posted>();
  /** Tabs that have the salon's channel. */
  readonly joined = new Set<TabName>();
  /** Tabs that want it. */
  readonly listening = new Set<TabName>();
  readonly everSent = new Set<string>();
  /** What waits for its person, as far as the disk has told. */
  issues: readonly SyncIssue[] = [];
  /** All that ever did, by its matter, and since when. */
  readonly everIssues = new Map<string, { readonly issue: SyncIssue; readonly at: number }>();
  idle: IdleFacts | null = null;
  opened = false;
  online = true;
  slow: SlowLine | null = null;
  visible = true;
  isMember = true;
  /** What its person is on the server while they are a member. */
  role: SalonRole = 'owner';
  /** What its tabs know of it. */
  knownRole: SalonRole = 'owner';
  session: 'good' | 'revoked' = 'good';
  realtime: 'alive' | 'silent' | 'dead' = 'alive';
  clockAtZero: number;
  form = '';
  changedForm = false;
  /** The call whose answer it was working in when it was held. */
  heldOf: Letter['call'] | null = null;
  openings = 0;
  /** Requests in a row that each followed a lost one at once. */
  private hasty = 0;

  constructor(
    readonly device: string,
    readonly person: Person,
    private readonly host: DeviceHost,
    private readonly trace: Trace,
    private readonly news: DeviceNews,
    clockAtZero: number,
  ) {
    this.clockAtZero = clockAtZero;
  }

  get userId(): string {
    return this.person.id;
  }
  get tabs(): readonly TabName[] {
    return this.idle?.tabs ?? [];
  }
  get frozen(): readonly TabName[] {
    return this.idle?.frozen ?? [];
  }
  /** Tabs in which a person can do something. */
  get awake(): readonly TabName[] {
    return this.tabs.filter((tab) => !this.frozen.includes(tab) && this.idle?.status[tab] !== undefined);
  }
  row(table: TableName, id: string): StateRow | null {
    return this.disk.get(`${table}/${id}`)?.row ?? null;
  }
  live(table: TableName): readonly StateRow[] {
    const rows: StateRow[] = [];
    for (const [key, { row, hidden }] of this.disk) if (!hidden && !row.deleted && key.startsWith(`${table}/`)) rows.push(row);
    return rows;
  }
  get pending(): number {
    let pending = 0;
    for (const { row, hidden } of this.disk.values()) if (!hidden && row.pending === 1) pending++;
    return pending;
  }

  setting(salonId: number, now: number, seed: number): DeviceSetting {
    this.openings++;
    const { device, userId, clockAtZero, online, visible, form } = this;
    return { device, userId, salonId, seed, clockAtZero, now, online, visible, form };
  }

  async do(command: DeviceCommand): Promise<DeviceReport> {
    const report = await this.host.do(command);
    this.idle = report.idle;
    const told: string[] = [];
    for (const event of report.events) {
      const line = this.hear(event);
      if (line) told.push(line);
    }
    this.watchStatus(report.idle);
    this.watchHaste(command, report);
    const { nextTimer, held, storageOps, status } = report.idle;
    const phases = Object.entries(status).map(
      ([tab, { phase, pending, rev, issues }]) => `${tab}:${phase} ${pending} ${rev} ${issues}`,
    );
    this.trace.add(
      `${this.device} ${described(command)} → ${told.join(' · ')} | ${phases.join(', ')} | ops ${storageOps} timer ${nextTimer}${held ? ' held' : ''}`,
    );
    return report;
  }

  /** What the chip shows must be true whenever the device is idle. */
  private watchStatus({ status, frozen, held, pendingOnDisk }: IdleFacts): void {
    for (const [tab, { phase, pending }] of Object.entries(status)) {
      if (frozen.includes(tab as TabName)) continue;
      if (phase === 'synced' && pendingOnDisk > 0)
        this.news.violation(`STATUS ${this.device}/${tab} says synced with ${pendingOnDisk} unsent rows`);
      // What is unsent in another local schema version counts too, and is on no disk that this report speaks of.
      if (!held && (this.changedForm ? pending < pendingOnDisk : pending !== pendingOnDisk))
        this.news.violation(`STATUS ${this.device}/${tab} counts ${pending} unsent rows, there are ${pendingOnDisk}`);
    }
  }

  /** Where there is no line a device asks, waits longer and longer, and asks again; it does not ask in circles. */
  private watchHaste(command: DeviceCommand, { events }: DeviceReport): void {
    if (NO_REASON.has(command.do)) return;
    const isLost = command.do === 'answer' && !command.answer.ok && command.answer.status === 0;
    this.hasty = isLost && events.some(({ saw }) => saw === 'letter') ? this.hasty + 1 : 0;
    if (this.hasty > AT_ONCE) this.news.violation(`HASTY ${this.device} asks without a pause while no answer comes`);
  }

  private hear(event: DeviceEvent): string | null {
    switch (event.saw) {
      case 'stored':
        for (const document of event.documents) this.store(event.table, document);
        return null;
      case 'issues':
        this.issues = event.issues;
        for (const issue of event.issues)
          if (!this.everIssues.has(matterOf(issue))) this.everIssues.set(matterOf(issue), { issue, at: this.news.time() });
        return null;
      case 'letter': {
        const { letter, tab, call, args } = event;
        if (call === 'push')
          for (const { table, id } of args[1] as readonly { table: string; id: string }[]) this.everSent.add(`${table}/${id}`);
        const posted: Posted = { letter, tab, call, args, device: this, order: 0 };
        this.letters.set(letter, posted);
        this.news.letter(posted);
        return `letter ${letter} ${call} ${call === 'push' ? JSON.stringify(args[1]) : ''}`;
      }
      case 'letter-given-up': {
        const posted = this.letters.get(event.letter);
        if (posted) posted.givenUp = true;
        this.letters.delete(event.letter);
        return `gave up ${event.letter}`;
      }
      case 'channel':
        this.news.channel(this, event.tab, event.wants);
        return `${event.tab} ${event.wants}`;
      case 'wrote':
        this.news.written(this, event.writeId);
        return 'wrote';
      case 'not-written':
        return `not written: ${event.error}`;
      case 'opened':
        if (event.tab === 'a') this.opened = true;
        return `opened ${event.tab}`;
      case 'not-opened':
        return `not opened ${event.tab}: ${event.error.slice(0, 80)}`;
      case 'died':
        this.gone(event.tabs);
        this.news.died(this, event.tabs, event.at);
        return `died ${event.tabs.join()} ${event.at}`;
      case 'told-of-loss':
        return `told of ${event.unsent} and ${event.undecided} gone, ${event.kept} kept`;
      case 'closed':
        this.gone([event.tab]);
        return `closed ${event.tab}`;
      case 'status':
        if (event.status.phase === 'synced' && event.pendingOnDisk > 0 && !this.frozen.includes(event.tab))
          this.news.violation(`STATUS ${this.device}/${event.tab} said synced with ${event.pendingOnDisk} unsent rows`);
        return `${event.tab}=${event.status.phase}${event.status.reason ? `(${event.status.reason})` : ''} ${event.status.pending}`;
      case 'role':
        this.knownRole = event.role;
        return `knows ${event.role}`;
      case 'storage-failed':
        this.news.storageFailed(event.kind);
        return `storage failed: ${event.kind}`;
      case 'fault':
        this.news.violation(`FAULT ${this.device} ${event.error}`);
        return `FAULT ${event.error.slice(0, 500).replaceAll('\n', ' ')}`;
      case 'disk':
        return `disk: ${event.content.rows.length} rows`;
    }
  }

  private gone(tabs: readonly TabName[]): void {
    for (const tab of tabs) {
      this.joined.delete(tab);
      this.listening.delete(tab);
      if (tab === 'a') this.opened = false;
      for (const [letter, posted] of this.letters)
        if (posted.tab === tab) {
          posted.givenUp = true;
          this.letters.delete(letter);
        }
    }
  }

  private store(table: TableName, document: Readonly<Record<string, unknown>>): void {
    const { _deleted, _meta, _rev, _attachments, ...row } = document;
    const key = `${table}/${String(row.id)}`;
    if (_deleted === true && row.rev === 0 && row.sent === null) this.disk.delete(key);
    else this.disk.set(key, { row: row as StateRow, hidden: _deleted === true });
  }
}

const described = (command: DeviceCommand): string => {
  switch (command.do) {
    case 'open':
      return `open at ${command.setting.now}`;
    case 'write':
      return `write ${JSON.stringify(command.changes)}`;
    case 'answer':
      return `answer ${command.letter} ${command.answer.ok ? shortAnswer(command.answer.value) : `${command.answer.status} ${command.answer.code}`}`;
    default:
      return JSON.stringify(command);
  }
};

/** Verdicts, or the head and how many rows of each table; what is no answer at all, as it is. A text has a request's random id in it. */
function shortAnswer(value: unknown): string {
  if (typeof value === 'string') return `${value.length} letters`;
  if (typeof value !== 'object' || value === null) return String(value).slice(0, 40);
  const { verdicts, head, tables } = value as {
    verdicts?: readonly { v: string; rev?: number }[];
    head?: number;
    tables?: Record<string, { rows: readonly { id: string; rev: number }[] }>;
  };
  if (verdicts) return verdicts.map(({ v, rev }) => `${v}${rev ?? ''}`).join(' ');
  if (!tables) return 'rows';
  const rows = TABLE_NAMES.flatMap((table) =>
    (tables[table]?.rows ?? []).map(({ id, rev }) => (table.startsWith('salon') ? `${table}@${rev}` : `${table}/${id}@${rev}`)),
  );
  return `head ${head} ${rows.join(' ')}`;
}
