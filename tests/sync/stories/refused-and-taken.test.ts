/** What was refused here and stands there all the same (its first answer was lost) is this device's own, whatever else is written. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Fields } from '#sync/core/columns.ts';
import { ServerError } from '#sync/server/server.ts';
import { rowInThisVersion } from '#sync/versions/adopt-row.ts';
import { NOT_DELETED } from '#sync/versions/other-versions.ts';
import { booking, type Device, World } from '../devices.ts';

const TOO_LARGE = { kind: 'error', error: new ServerError(413, '54000', null, 'index row size exceeds the maximum') } as const;
const MOVED = { resource_id: 'boris', start_time: '2026-11-18T11:00:00.000Z', end_time: '2026-11-18T11:30:00.000Z' };
const FURTHER = { start_time: '2026-11-18T15:00:00.000Z', end_time: '2026-11-18T15:30:00.000Z' };

let world: World;
let tablet: Device;
let desk: Device;
beforeEach(async () => {
  world = new World();
  tablet = await world.device('tablet');
  desk = await world.device('desk');
  await tablet.write('events', 'e1', booking({ notes: 'къса коса' }));
  await world.settled();
});

/** A write that arrives, whose answer does not; sent again it is refused, while the server holds it. */
async function refusedAndTaken(change: Fields): Promise<void> {
  await tablet.write('events', 'e1', change);
  tablet.tab.fail('push', { kind: 'answer-lost' }, TOO_LARGE);
  tablet.tab.fail('pull', { kind: 'request-lost' });
  await tablet.sync();
  await tablet.sync();
  expect(tablet.row('events', 'e1')).toMatchObject({ title: 'Подстригване', resource_id: 'ana', pending: 0 });
  expect(tablet.issues).toMatchObject([{ kind: 'rejected' }]);
  tablet.offline();
}

/** The line is back; nothing but the refusal asks anybody. */
async function goesOnWithoutQuarrel(): Promise<Fields | undefined> {
  tablet.online();
  await world.settled();
  for (const device of [tablet, desk]) {
    expect(device.faults).toEqual([]);
    expect(device.pending).toEqual([]);
  }
  expect(tablet.issues.filter(({ kind }) => kind !== 'rejected')).toEqual([]);
  const there: Fields | undefined = world.server.row('events', 'e1');
  if (there?.deleted === false)
    for (const device of [tablet, desk])
      for (const column of ['title', 'notes', 'status', 'resource_id', 'start_time', 'end_time'])
        expect([column, device.row('events', 'e1')?.[column] ?? null]).toEqual([column, there[column] ?? null]);
  return there;
}

describe('what a person writes after a refusal stands against what arrived of it all the same', () => {
  it('also when they wrote something else first', async () => {
    await refusedAndTaken({ title: 'Боядисване', ...MOVED });
    await tablet.write('events', 'e1', { notes: 'алергия' });
    await tablet.write('events', 'e1', { title: 'Кичури' });
    await tablet.write('events', 'e1', FURTHER);
    expect(await goesOnWithoutQuarrel()).toMatchObject({ title: 'Кичури', notes: 'алергия', resource_id: 'ana', ...FURTHER });
  });

  it('also when they wrote something else first and took that back', async () => {
    await refusedAndTaken({ title: 'Боядисване' });
    await tablet.write('events', 'e1', { notes: 'алергия' });
    await tablet.write('events', 'e1', { notes: 'къса коса' });
    expect(tablet.row('events', 'e1')).toMatchObject({ pending: 0 });
    await tablet.write('events', 'e1', { notes: 'дълга коса' });
    await tablet.write('events', 'e1', { title: 'Кичури' });
    expect(await goesOnWithoutQuarrel()).toMatchObject({ title: 'Кичури', notes: 'дълга коса' });
  });

  it('also when what they wrote first was refused as well', async () => {
    await refusedAndTaken({ title: 'Боядисване' });
    await tablet.write('events', 'e1', { notes: 'алергия' });
    tablet.online();
    tablet.tab.fail('push', TOO_LARGE);
    tablet.tab.fail('pull', { kind: 'request-lost' });
    await tablet.sync();
    expect(tablet.row('events', 'e1')).toMatchObject({ notes: 'къса коса', pending: 0 });
    tablet.offline();
    await tablet.write('events', 'e1', { title: 'Кичури' });
    expect(await goesOnWithoutQuarrel()).toMatchObject({ title: 'Кичури', notes: 'къса коса' });
  });

  it('also when they removed the booking', async () => {
    await refusedAndTaken({ title: 'Боядисване' });
    await tablet.write('events', 'e1', { deleted: true });
    expect(await goesOnWithoutQuarrel()).toMatchObject({ deleted: true });
  });

  it('also when it is a day’s shifts that they then emptied', async () => {
    const shifts = (start: string, end: string) => ({
      ...{ resource_id: 'ana', weekday: 1, start_time: start, end_time: end, intervals: JSON.stringify([[start, end]]) },
      deleted: false,
    });
    await tablet.write('employee_weekly_shifts', 'ana/1/0', shifts('09:00', '17:00'));
    await world.settled();
    await tablet.write('employee_weekly_shifts', 'ana/1/0', shifts('10:00', '14:00'));
    tablet.tab.fail('push', { kind: 'answer-lost' }, TOO_LARGE);
    tablet.tab.fail('pull', { kind: 'request-lost' });
    await tablet.sync();
    await tablet.sync();
    expect(tablet.row('employee_weekly_shifts', 'ana/1/0')).toMatchObject({ start_time: '09:00', pending: 0 });
    await tablet.write('employee_weekly_shifts', 'ana/1/0', { deleted: true });
    await world.settled();
    expect(tablet.issues.filter(({ kind }) => kind !== 'rejected')).toEqual([]);
    expect(world.server.row('employee_weekly_shifts', 'ana/1/0')).toMatchObject({ deleted: true });
  });

  it('but somebody else’s value is still a quarrel', async () => {
    await refusedAndTaken({ title: 'Боядисване' });
    await desk.sync();
    await desk.write('events', 'e1', { title: 'Къдрене' });
    await desk.sync();
    await tablet.write('events', 'e1', { notes: 'алергия' });
    await tablet.write('events', 'e1', { title: 'Кичури' });
    tablet.online();
    await world.settled();
    expect(world.server.row('events', 'e1')).toMatchObject({ title: 'Къдрене', notes: 'алергия' });
    expect(tablet.issues.filter(({ kind }) => kind !== 'rejected')).toMatchObject([
      { kind: 'field', ours: { title: 'Кичури' }, server: { title: 'Къдрене' } },
    ]);
  });
});

describe('what was refused and nobody has decided about since', () => {
  it('stands where it arrived, whatever else is written', async () => {
    await refusedAndTaken({ title: 'Боядисване', ...MOVED });
    await tablet.write('events', 'e1', { notes: 'алергия' });
    await tablet.write('events', 'e1', { status: 'completed' });
    expect(await goesOnWithoutQuarrel()).toMatchObject({ title: 'Боядисване', notes: 'алергия', status: 'completed', ...MOVED });
  });

  it('keeps no change from settling that is taken back', async () => {
    await refusedAndTaken({ title: 'Боядисване' });
    await tablet.write('events', 'e1', { notes: 'алергия' });
    await tablet.write('events', 'e1', { notes: 'къса коса' });
    expect(tablet.row('events', 'e1')).toMatchObject({ pending: 0, sent: { title: ['Боядисване'] } });
    expect(await goesOnWithoutQuarrel()).toMatchObject({ title: 'Боядисване', notes: 'къса коса' });
  });

  it('is known in the next local schema version too, but for columns that it does not have', async () => {
    await refusedAndTaken({ title: 'Боядисване' });
    await tablet.write('events', 'e1', { notes: 'алергия' });
    const row = tablet.row('events', 'e1');
    if (!row?.sent) throw new Error('nothing is known of what has left');
    const strange = Object.fromEntries(Object.keys(row.sent).map((entry) => [entry.replace('title', 'hue'), ['синьо']]));
    const document = { ...row, sent: { ...row.sent, ...strange }, _deleted: NOT_DELETED, _rev: '1-a' };
    expect(rowInThisVersion('events', 7, document)?.sent).toEqual(row.sent);
  });

  it('keeps no note of a client who is erased meanwhile', async () => {
    await tablet.write('clients', 'c1', { first_name: 'Мария' });
    await world.settled();
    await refusedAndTaken({ client_id: 'c1', notes: 'ТАЙНА' });
    await tablet.write('events', 'e1', { title: 'Кичури' });
    expect(JSON.stringify(tablet.row('events', 'e1'))).toContain('ТАЙНА');
    await tablet.write('clients', 'c1', { erased_at: '2026-11-18T08:40:00.000Z', deleted: true });
    expect(JSON.stringify([tablet.row('events', 'e1'), tablet.issues])).not.toContain('ТАЙНА');
  });
});
