import { expect, test } from 'vitest';
import { openDevice, SALON_ID } from '#data/replica.test-support.ts';
import { removeReplica, StillUnsentError } from '#sync/versions/remove-replica.ts';
import { onlyOwnVersion, storedSalonName, storedSalonsOf, unsyncedWorkIn } from '#sync/versions/stored-replicas.ts';
import { storedUnsentFile } from '#sync/versions/stored-unsent-file.ts';

const AT = '2026-11-18T08:00:00.000Z';
const ISSUE = { table: 'clients', rowId: 'c9', group: null, server: null, at: AT } as const;

async function deviceWithUnsent() {
  const device = await openDevice();
  const { replica, server } = device;
  server.online = true;
  server.put('salons', String(SALON_ID), { name_bg: 'Студио', name_en: 'Studio' });
  await replica.syncNow();
  server.online = false;
  await replica.write([
    { table: 'clients', id: 'c1', change: { first_name: 'Анна' } },
    { table: 'clients', id: 'c2', change: { first_name: 'Борис' } },
  ]);
  await replica.write([{ table: 'clients', id: 'c2', change: { first_name: 'Боряна' } }]);
  return device;
}

test('a closed replica tells its salon, its name, what is unsent and what is undecided; an overlap is nobody’s work', async () => {
  const { replica } = await deviceWithUnsent();
  await replica.putIssue({ ...ISSUE, id: 'refused', kind: 'rejected', ours: { first_name: 'Вяра' } });
  await replica.putIssue({ ...ISSUE, id: 'overlap', kind: 'overlap', ours: null });
  await replica.close();
  const { userId } = replica;
  expect(await storedSalonsOf(userId)).toEqual([SALON_ID]);
  expect(await storedSalonsOf(userId.slice(0, -1))).toEqual([]);
  expect(await unsyncedWorkIn(userId, SALON_ID)).toEqual({ salonId: SALON_ID, unsent: 2, issues: 1 });
  expect(await storedSalonName(userId, SALON_ID)).toEqual({ bg: 'Студио', en: 'Studio' });
  expect(await onlyOwnVersion(userId, SALON_ID)).toBe(true);
  expect(await onlyOwnVersion(userId, SALON_ID + 1)).toBe(false);
});

test('its file is the one that the open replica makes', async () => {
  const { replica } = await deviceWithUnsent();
  await replica.putIssue({ ...ISSUE, id: 'refused', kind: 'rejected', ours: { first_name: 'Вяра' } });
  await replica.exportUnsent(); // with it the rows have left, which each later file says
  const whole = await replica.exportUnsent();
  await replica.close();
  expect(whole.rows).toHaveLength(2);
  expect(await storedUnsentFile(replica.userId, SALON_ID, whole.madeAt)).toEqual(whole);
});

test('is not removed while anything is unsent or undecided, unless that is asked for by name; then nothing is left', async () => {
  const { replica, server } = await deviceWithUnsent();
  await replica.close();
  const { userId } = replica;
  await expect(removeReplica(userId, SALON_ID)).rejects.toBeInstanceOf(StillUnsentError);
  expect(await unsyncedWorkIn(userId, SALON_ID)).toMatchObject({ unsent: 2 });
  expect(server.pushed).toEqual([]);
  await removeReplica(userId, SALON_ID, { evenUnsent: true });
  expect(await storedSalonsOf(userId)).toEqual([]);
});

test('is removed once everything has been sent, and only that person’s', async () => {
  const one = await deviceWithUnsent();
  one.server.online = true;
  await one.replica.syncNow();
  await one.replica.close();
  const other = await deviceWithUnsent();
  await other.replica.close();
  await removeReplica(one.replica.userId, SALON_ID);
  expect(await storedSalonsOf(one.replica.userId)).toEqual([]);
  expect(await unsyncedWorkIn(other.replica.userId, SALON_ID)).toMatchObject({ unsent: 2 });
});
