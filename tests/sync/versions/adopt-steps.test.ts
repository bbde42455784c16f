import 'fake-indexeddb/auto';
import { describe, expect, it, vi } from 'vitest';
import { TABLE_NAMES } from '#schemas/registry.ts';
import { initialValues, type StateRow } from '#sync/core/columns.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { written } from '#sync/core/row-state.ts';
import { mustRebuild, STATE_DOCUMENT, type SyncState } from '#sync/core/sync-state.ts';
import type { PullAnswer } from '#sync/server/server.ts';
import { databaseNames } from '#sync/storage/rxdb/raw-database.ts';
import { type Adopting, takeOver } from '#sync/versions/adopt.ts';
import { adopted } from '#sync/versions/adopt-row.ts';
import { beginCopy, copySettled } from '#sync/versions/copy-settled.ts';
import { localDocuments, versionsBeside } from '#sync/versions/other-versions.ts';
import { countUnsent } from '#sync/versions/unsent.ts';
import type { VersionHolds } from '#sync/versions/version-holds.ts';
import { applySteps } from '#sync/writes/apply-steps.ts';
import { booking, World } from '../devices.ts';
import { Disk, Gate, rowsOn } from '../memory-stores.ts';
import { adoptingTo, adoptOn, Steps, stateOn } from './adopting-in-memory.ts';
import {
  close,
  editFormer,
  FORMER,
  formerVersions,
  formerWork,
  formsLeft,
  nextSalon,
  salonId,
  startAtOnce,
} from './former-version.ts';
import { USER, Windows } from './other-version.ts';

formerVersions();

it('knows a row that it has adopted before, also when that was edited and sent since', () => {
  const setting = { salonId, at: '2026-11-18T08:40:00.000Z', horizon: null };
  const frame = { salon_id: salonId, rev: 3, deleted: false, created_at: null, updated_at: null, edited_at: null };
  const base = { ...initialValues('events'), ...booking({ notes: 'преди' }), deleted: false };
  const old: StateRow = { id: 'e1', ...frame, ...base, notes: 'след', pending: 1, base, sent: null };
  const first = adopted(setting, 'events', null, old, false);
  expect(first).toMatchObject({ kind: 'put', row: { notes: 'след', pending: 1, sent: { notes: ['след'] } } });
  if (first.kind !== 'put') return;
  expect(adopted(setting, 'events', first.row, old, false)).toEqual({ kind: 'keep' });
  expect(adopted(setting, 'events', { ...first.row, notes: 'по-късно' }, old, false)).toEqual({ kind: 'keep' });
  const settled: StateRow = { ...first.row, rev: 4, pending: 0, base: null, sent: null };
  expect(adopted(setting, 'events', settled, old, false)).toMatchObject({ kind: 'put', row: { pending: 0, rev: 4 }, issues: [] });
});

it('a replica that has not reached the server yet belongs to the history of what it takes over (found by seed 1003124083)', async () => {
  await formerWork(new World());
  const disk = new Disk();
  await takeOver(adoptingTo(disk, new Gate()));
  expect(stateOn(disk).epoch).toEqual(expect.any(String));
  const elsewhere = { head: 9, epoch: 'another', purged_rev: 0, tables: {} } as PullAnswer;
  expect(mustRebuild(stateOn(disk), elsewhere)).toEqual({ historyChanged: true });
});

it('what a window wrote that opened the former form while the mover was frozen is moved later, and not deleted', async () => {
  await formerWork(new World());
  const disk = new Disk();
  const windows = new Windows();
  const to: Adopting = { ...adoptingTo(disk, new Gate()), holds: windows };
  /** The mover finds nothing more to move, is frozen, and goes on when the other window is gone again. */
  const frozen: VersionHolds = {
    hold: windows.hold,
    whileFree: (name, work) =>
      windows.whileFree(name, () =>
        work(async () => {
          const base = { ...initialValues('events'), ...booking(), deleted: false };
          await editFormer('settled', { pending: 1, base, notes: 'междувременно' });
          return false;
        }),
      ),
  };
  await beginCopy(to);
  await copySettled(to, new AbortController().signal);
  await takeOver({ ...to, holds: frozen });
  expect(await formsLeft()).toBe(1);
  await takeOver(to);
  expect(rowsOn(disk, 'events').find(({ id }) => id === 'settled')).toMatchObject({ pending: 1, notes: 'междувременно' });
  expect(await formsLeft()).toBe(0);
});

it('a former form whose deletion broke off is no form any more that has been pulled to its end', async () => {
  await formerWork(new World());
  const to = adoptingTo(new Disk(), new Gate());
  await beginCopy(to);
  await copySettled(to, new AbortController().signal);
  let asked = 0;
  const windows = new Windows();
  const disturbed: VersionHolds = {
    hold: windows.hold,
    whileFree: (name, work) => windows.whileFree(name, () => work(async () => ++asked < 3)),
  };
  await takeOver({ ...to, holds: disturbed });
  const [form] = await versionsBeside(USER, salonId);
  expect(form?.databases.length).toBeGreaterThan(5);
  expect(await localDocuments(form?.name ?? '')).toEqual([]);
});

describe('while the settled rows are being copied', () => {
  const LATER = '2026-12-24T10:00:00.000Z';

  /** Settled there: a booking of the first week with its client, and a later one. */
  async function twoBookings(): Promise<void> {
    nextSalon();
    const former = await startAtOnce(FORMER, new World());
    await former.write([
      { table: 'clients', id: 'c1', change: { first_name: 'Елена' } },
      { table: 'clients', id: 'c2', change: { first_name: 'Мария' } },
      { table: 'events', id: 'near', change: booking({ client_id: 'c1' }) },
      { table: 'events', id: 'far', change: booking({ client_id: 'c2', start_time: LATER, end_time: LATER, notes: 'бележка' }) },
    ]);
    await former.syncNow();
    await close(former);
  }

  /** Something happens when the later booking has been found missing and is about to be written. */
  async function copyWhile(disk: Disk, happens: (to: Adopting) => Promise<void>): Promise<Adopting> {
    const to = adoptingTo(disk, new Gate());
    let happened = 0;
    const { store } = to;
    const write: typeof store.write = async (table, writes, context) => {
      if (table === 'events' && writes.some(({ id }) => id === 'far') && happened++ === 0)
        await happens(adoptingTo(disk, new Gate()));
      return store.write(table, writes, context);
    };
    const watched = { ...to, store: { ...store, write } };
    await beginCopy(watched);
    await copySettled(watched, new AbortController().signal);
    expect(happened).toBeGreaterThan(0);
    return to;
  }

  const far = (disk: Disk) => disk.tables.events.get('far');
  const setting = { salonId, at: '2026-11-18T08:40:00.000Z', horizon: null };
  const pulled = (to: Adopting, fields: Partial<StateRow>, hidden: boolean) =>
    applySteps(to, 'server', 'events', ['far'], () => {
      const frame = {
        id: 'far',
        salon_id: salonId,
        created_at: null,
        updated_at: null,
        pending: 0,
        base: null,
        sent: null,
      } as const;
      const row: StateRow = {
        ...frame,
        ...initialValues('events'),
        ...booking(),
        edited_at: null,
        rev: 99,
        deleted: false,
        ...fields,
      };
      return { kind: 'put', row, hidden, issues: [] };
    });

  it('the calendar is ready before the rest has come, and not before what it shows', async () => {
    await twoBookings();
    const disk = new Disk();
    let seen: unknown;
    await copyWhile(disk, async () => {
      seen = {
        ready: stateOn(disk).calendarReady,
        events: rowsOn(disk, 'events').map(({ id }) => id),
        copied: stateOn(disk).pulledOnce,
      };
      expect(disk.tables.clients.get('c1')?.row).toMatchObject({ first_name: 'Елена' });
    });
    expect(seen).toEqual({ ready: true, events: ['near'], copied: false });
    expect(stateOn(disk)).toMatchObject({ calendarReady: true, pulledOnce: true, rebuild: { historyChanged: false } });
    expect(stateOn(disk).rebuild?.copying).toBeUndefined();
  });

  it('a newer row that was pulled meanwhile stays', async () => {
    await twoBookings();
    const disk = new Disk();
    await copyWhile(disk, async (to) => void (await pulled(to, { notes: 'по-нова' }, false)));
    expect(far(disk)?.row).toMatchObject({ rev: 99, notes: 'по-нова' });
  });

  it('a deletion that was pulled meanwhile stays deleted', async () => {
    await twoBookings();
    const disk = new Disk();
    await copyWhile(disk, async (to) => void (await pulled(to, { deleted: true }, true)));
    expect(far(disk)).toMatchObject({ hidden: true, row: { rev: 99, deleted: true } });
  });

  it('what a person changed meanwhile stays theirs, unsent', async () => {
    await twoBookings();
    const disk = new Disk();
    await copyWhile(disk, async (to) => {
      await applySteps(to, 'person', 'events', ['far'], (row, id) =>
        written(setting, 'events', id, row, booking({ notes: 'моя' })),
      );
    });
    expect(far(disk)?.row).toMatchObject({ pending: 1, notes: 'моя' });
  });

  it('no note comes back on a booking of a client who is erased meanwhile', async () => {
    await twoBookings();
    const disk = new Disk();
    await copyWhile(disk, async (to) => {
      const erasure = { erased_at: '2026-11-18T08:40:00.000Z' };
      await applySteps(to, 'person', 'clients', ['c2'], (row, id) => written(setting, 'clients', id, row, erasure));
    });
    expect(far(disk)?.row).toMatchObject({ client_id: 'c2', notes: null });
    expect(JSON.stringify([...disk.tables.clients.values()])).not.toContain('Мария');
  });

  it('what is written after another tab has ended it is looked at again', async () => {
    await twoBookings();
    const disk = new Disk();
    await copyWhile(disk, async ({ docs }) => {
      await docs.update<SyncState>(STATE_DOCUMENT, (held) => held && { ...held, pulledOnce: true, rebuild: null });
    });
    expect(far(disk)).toBeDefined();
    expect(stateOn(disk)).toMatchObject({ generation: 1, pulledOnce: true, rebuild: { historyChanged: false } });
  });

  it('the former form stays until the last row is here, whenever the tab dies', async () => {
    await twoBookings();
    const disk = new Disk();
    const gate = new Gate();
    let killedWhenReady = false;
    gate.killAt((step) => {
      if (step.kind !== 'rows' || step.table !== 'events' || !step.ids.includes('far')) return false;
      killedWhenReady = stateOn(disk).calendarReady;
      return true;
    });
    void adoptOn(disk, gate);
    await vi.waitFor(() => expect(gate.killed).toBe(true));
    expect(killedWhenReady).toBe(true);
    const to = adoptingTo(disk, new Gate());
    await takeOver(to);
    expect(await formsLeft()).toBe(1);
    expect(far(disk)).toBeUndefined();
    await adoptOn(disk, new Gate());
    expect(far(disk)?.row).toMatchObject({ notes: 'бележка', pending: 0 });
    expect(await formsLeft()).toBe(0);
  });
});

/** On a loaded machine a step may take seconds; it is looked for all the time. */
const PATIENT = { interval: 1, timeout: 20_000 };

describe('killed at any step', () => {
  const contentOf = (disk: Disk) => ({
    rows: TABLE_NAMES.flatMap((table) =>
      rowsOn(disk, table).map(({ id, rev, pending, notes, title, first_name, base }) => ({
        ...{ table, id, rev, pending, notes, title, first_name },
        base: base?.notes,
      })),
    ).sort((a, b) => (a.id < b.id ? -1 : 1)),
    issues: Object.keys((disk.docs.get('sync-issues') as { issues: Record<string, SyncIssue> } | undefined)?.issues ?? {}),
  });

  it('and repeated, it ends with the same: nothing lost, nothing double, nothing deleted too early', async () => {
    const world = new World();
    await formerWork(world);
    const whole = new Disk();
    await adoptOn(whole, new Gate());
    const expected = contentOf(whole);
    expect(expected.rows.filter(({ pending }) => pending === 1)).toHaveLength(3);
    expect(expected.issues).toHaveLength(1);

    let reached = 0;
    for (let dieAt = 1; ; dieAt++) {
      await formerWork(new World());
      const disk = new Disk();
      const steps = new Steps(dieAt);
      let ended = false;
      const dying = adoptOn(disk, steps.gate).then(
        () => {
          ended = true;
        },
        () => undefined,
      );
      await Promise.race([dying, vi.waitFor(() => expect(steps.gate.killed || ended).toBe(true), PATIENT)]);
      vi.restoreAllMocks();
      if (ended) break;
      reached = dieAt;
      const unsentThere = await countUnsent(USER, salonId);
      const unsentHere = rowsOn(disk, 'events').filter(({ pending }) => pending === 1).length;
      expect(unsentThere === 3 || unsentHere === 3, `step ${dieAt}: ${unsentThere} there, ${unsentHere} here`).toBe(true);
      await adoptOn(disk, new Gate());
      expect(contentOf(disk), `killed at step ${dieAt}`).toEqual(expected);
      expect(await formsLeft()).toBe(0);
    }
    expect(reached).toBeGreaterThan(12);
    expect((await databaseNames()).filter((name) => name.includes(`greben-${salonId}-`))).toEqual([]);
  });
});
