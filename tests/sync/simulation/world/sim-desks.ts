/** What people do on their devices, and what they were promised: everything that was acknowledged is remembered. */
import type { SalonRole } from '#schemas/constants.ts';
import { type Fields, SHAPES, type StateRow } from '#sync/core/columns.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { type Operation, People } from '../people/people.ts';
import type { TabName } from '../protocol.ts';
import { pick, randomOf, weighted } from '../random.ts';
import { count } from '../tally.ts';
import type { Written } from './sim-checks.ts';
import { decisionOf } from './sim-decisions.ts';
import type { SimDevice } from './sim-device.ts';
import { halfWritten } from './sim-half.ts';
import type { SimLine } from './sim-line.ts';
import { AgreedPairs } from './sim-overlaps.ts';
import { decisionOnRestored, SimRestored } from './sim-restored.ts';
import { writtenBeyond } from './sim-roles.ts';
import { SeenRows } from './sim-seen.ts';
import { HOUR, type SimState } from './sim-state.ts';

interface Unacknowledged {
  readonly entries: Written[];
  readonly marks: boolean[];
  readonly operation: Operation;
  /** Its rows as they stood before. */
  readonly before: readonly (StateRow | null)[];
  /** What its device knew of its person's role. */
  readonly role: SalonRole;
}

const canonical = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

export class SimDesks {
  operations = 0;
  readonly writes: Written[] = [];
  readonly seen = new SeenRows();
  readonly agreed = new AgreedPairs();
  /** Issues that a person decided about, by device. */
  readonly decided = new Map<string, readonly SyncIssue[]>();
  /** Clients whose erasure was acknowledged. */
  readonly erased = new Set<string>();
  /** Clients whose erasure was begun. */
  readonly erasing = new Set<string>();
  readonly restored: SimRestored;
  readonly people: People;
  private readonly unacknowledged = new Map<number, Unacknowledged>();
  private writeIds = 0;

  constructor(
    seed: number,
    private readonly state: SimState,
    private readonly line: SimLine,
  ) {
    this.restored = new SimRestored(state);
    this.people = new People(randomOf(seed ^ 0x5eed), state.options.weights?.people, state.slots);
  }

  async operate(device: SimDevice, tab: TabName): Promise<void> {
    const operation = this.people.operation(device);
    if (!operation) return;
    await this.write(device, tab, operation);
    const again = weighted(this.state.random, { no: 6, clock: 0.4 });
    if (again === 'clock')
      await this.state.setClock(
        device,
        device.clockAtZero - HOUR * pick(this.state.random, [1, 24]),
        'clock set back between edits',
      );
  }

  /** Returns whether it was acknowledged in this step. */
  private async write(device: SimDevice, tab: TabName, operation: Operation): Promise<boolean> {
    this.operations++;
    count(this.state.tally.operations, operation.name);
    const entries: Written[] = [];
    const marks: boolean[] = [];
    for (const { table, id, change } of operation.changes) {
      const current = device.row(table, id);
      const known: Fields | null = current === null ? null : (current.base ?? (current.pending ? null : current));
      for (const [field, value] of Object.entries(change)) {
        this.state.time++;
        // Until it is acknowledged it may have happened or not: it supersedes earlier ones and promises nothing.
        entries.push({ at: this.state.time, device: device.device, table, id, field, value: canonical(value), trivial: true });
        const same =
          known !== null && (known[field] ?? null) === canonical(value) && (!current?.pending || !current.sent?.[field]);
        // Removing what is not here, or never left, is no decision about what is there.
        const removed =
          field === 'deleted' && value === true && (current === null || (current.rev === 0 && current.sent === null));
        // What is erased here changes no more.
        const erased = current !== null && table === 'clients' && current.erased_at !== null;
        // What only the server fills is filled by nobody else.
        const filled = SHAPES[table].emptiedOnly.includes(field) && value !== null;
        marks.push(same || removed || erased || filled);
      }
    }
    this.writes.push(...entries);
    const writeId = ++this.writeIds;
    const before = operation.changes.map(({ table, id }) => device.row(table, id));
    this.unacknowledged.set(writeId, { entries, marks, operation, before, role: device.knownRole });
    if (operation.erases) this.erasing.add(operation.erases);
    const pushing = this.line.isPushing(device, operation.changes);
    if (pushing) this.state.fault('edit between a push and its answer');
    if (device.idle?.held && device.heldOf === 'pull') this.state.fault('edit between a pull and its save');
    this.seen.note(device, operation.changes, this.state.time);
    this.noteOver(device, operation, before);
    for (const { table, id, change } of operation.changes)
      this.seen.noteChange(device, table, id, Object.fromEntries(Object.entries(change).map(([f, v]) => [f, canonical(v)])));
    for (const { table, id, field, value } of entries) this.seen.noteValue(device.device, table, id, field, value);
    this.agreed.begun(operation, device);
    const report = await device.do({ do: 'write', tab, writeId, changes: operation.changes });
    const half = halfWritten(operation, writeId, before, device, report);
    if (half !== null) this.state.violations.push(half);
    return !this.unacknowledged.has(writeId);
  }

  /** A person decides about an issue: ours is written over what stands, or let go; then the issue goes. */
  async decide(device: SimDevice, tab: TabName): Promise<void> {
    const issues = device.issues.filter(({ kind }) => kind !== 'restored');
    if (issues.length === 0) return;
    const issue = pick(this.state.random, issues);
    const change = decisionOf(issue, device.row(issue.table, issue.rowId), this.state.random);
    count(this.state.tally.operations, 'decide about an issue');
    this.decided.set(device.device, [...(this.decided.get(device.device) ?? []), issue]);
    const operation = change && { name: 'decide', changes: [{ table: issue.table, id: issue.rowId, change }] };
    // The issue goes when what was decided is on the disk.
    const isWritten = operation === null || (await this.write(device, tab, operation));
    if (isWritten && device.tabs.includes(tab)) await device.do({ do: 'remove-issue', tab, id: issue.id });
  }

  /** A person decides about what their device holds beyond a restored backup. */
  async decideRestored(device: SimDevice, tab: TabName): Promise<void> {
    const decision = decisionOnRestored(this.state, device);
    if (decision === null) return;
    const { chosen, putBack } = decision;
    const { device: name } = device;
    count(this.state.tally.operations, putBack ? 'put back after a backup' : 'let go after a backup');
    this.decided.set(name, [...(this.decided.get(name) ?? []), ...chosen]);
    if (!putBack) {
      for (const { id } of chosen) if (device.tabs.includes(tab)) await device.do({ do: 'remove-issue', tab, id });
      return;
    }
    const entries = this.restored.writesOf(device, decision).map((entry) => ({ ...entry, at: ++this.state.time }));
    this.writes.push(...entries);
    for (const { table, id, field, value } of entries) this.seen.noteValue(name, table, id, field, value);
    const rows = chosen.map(({ table, rowId: id }) => ({ table, id }));
    this.seen.note(device, rows, this.state.time);
    // Each content is decided whole, also where the tab dies once it is on the disk and before that is acknowledged.
    for (const { table, rowId, ours } of chosen) if (ours !== null) this.seen.noteChange(device, table, rowId, ours);
    const writeId = ++this.writeIds;
    const operation = { name: 'decide', changes: rows.map((row) => ({ ...row, change: {} })) };
    this.unacknowledged.set(writeId, { entries, marks: entries.map(() => false), operation, before: [], role: 'owner' });
    await device.do({ do: 'put-back', tab, writeId, ids: chosen.map(({ id }) => id) });
  }

  acknowledged(device: SimDevice, writeId: number): void {
    const { entries = [], marks = [], operation, before = [], role = 'owner' } = this.unacknowledged.get(writeId) ?? {};
    this.unacknowledged.delete(writeId);
    this.seen.note(device, operation?.changes ?? [], this.state.time);
    if (operation) {
      if (role === device.knownRole) this.state.violations.push(...writtenBeyond(device, role, operation, before));
      this.noteOver(device, operation, before);
      this.agreed.acknowledged(operation, device);
    }
    entries.forEach((entry, n) => {
      entry.trivial = marks[n] ?? false;
    });
    if (operation?.erases) this.erased.add(operation.erases);
  }

  private noteOver({ device }: SimDevice, { changes }: Operation, before: readonly (StateRow | null)[]): void {
    changes.forEach(({ table }, n) => {
      this.seen.noteOver(device, table, before[n] ?? null, this.state.time);
    });
  }
}
