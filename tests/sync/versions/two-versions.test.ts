import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SyncIssue } from '#sync/core/issues.ts';
import type { UnsentFile } from '#sync/device/unsent-file.ts';
import type { Replica } from '#sync/replica.ts';
import { replicaName } from '#sync/storage/replica-name.ts';
import { storedUnsentFile } from '#sync/versions/stored-unsent-file.ts';
import { World } from '../devices.ts';
import { openVersion, USER, type Version, Windows } from './other-version.ts';

/** Two versions of one row or issue in one file, or in two local schema versions of one device: each content stays until it is decided. */
let salonId = 1900;
let holds: Windows;
let world: World;
beforeEach(() => {
  salonId++;
  holds = new Windows();
  world = new World();
});

/** What two versions of the app leave behind on this device, unsent: a window held the one, so that the other did not take it over. */
async function left(newer: (replica: Replica) => Promise<void>, older: (replica: Replica) => Promise<void>): Promise<UnsentFile> {
  const use = async (version: Version, work: (replica: Replica) => Promise<void>) => {
    const replica = await openVersion(version, { salonId, world, holds, offline: true });
    await work(replica);
    await replica.close();
  };
  await use('', newer);
  const release = await holds.hold(replicaName(USER, salonId));
  await use('2', older);
  await release();
  return storedUnsentFile(USER, salonId, '2026-11-18T08:00:00.000Z');
}
const note = (notes: string) => (replica: Replica) =>
  replica.write([{ table: 'clients', id: 'c1', change: { first_name: 'Анна', notes } }]);

/** A device of the same person that takes the file, with what it has then. */
async function taken(file: UnsentFile) {
  salonId += 500;
  const replica = await openVersion('', { salonId, world: new World(), holds: new Windows(), offline: true });
  const told = await replica.importUnsent(JSON.parse(JSON.stringify({ ...file, salonId })));
  const again = await replica.importUnsent(JSON.parse(JSON.stringify({ ...file, salonId })));
  const { rows, issues } = await replica.exportUnsent();
  await replica.close();
  salonId -= 500;
  const notes = [...rows.map(({ row }) => row.notes), ...issues.map(({ ours }) => ours?.notes)].sort();
  return { told, again, notes, issues };
}
const issue = (notes: string): SyncIssue => ({
  ...{ id: 'clients/c2@5/notes', kind: 'field', table: 'clients', rowId: 'c2', group: ['notes'], at: '2026-11-18T08:00:00.000Z' },
  ours: { notes },
  server: { notes: null },
});

describe('two versions of one row', () => {
  it('in two local schema versions both stand in the file, each content once', async () => {
    const file = await left(note('от новата версия'), note('от старата версия'));
    expect(file.rows.map(({ row }) => row.notes)).toEqual(['от новата версия', 'от старата версия']);
  });

  it('in one file: the first is unsent here, the second waits for its decision; nothing comes twice', async () => {
    const { told, again, notes, issues } = await taken(await left(note('първа'), note('втора')));
    expect(notes).toEqual(['втора', 'първа']);
    expect(issues).toMatchObject([{ kind: 'field', ours: { notes: 'втора' }, fromFile: true }]);
    expect(told).toEqual({ rows: 2, issues: 0, already: 0 });
    expect(again).toEqual({ rows: 0, issues: 0, already: 2 });
  });

  it('with the same content in both forms stand in the file once', async () => {
    expect((await left(note('същата'), note('същата'))).rows).toHaveLength(1);
  });
});

describe('two contents under one issue’s id', () => {
  it('in two local schema versions are both in the file, and both wait where it is taken', async () => {
    const file = await left(
      (replica) => replica.putIssue(issue('от новата версия')),
      (replica) => replica.putIssue(issue('от старата версия')),
    );
    expect(file.issues.map(({ ours }) => ours?.notes)).toEqual(['от новата версия', 'от старата версия']);
    expect((await taken(file)).notes).toEqual(['от новата версия', 'от старата версия']);
  });
});
