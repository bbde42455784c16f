import { afterEach, beforeEach, expect, test } from 'vitest';
import { forgetDraft, keepDraft } from '#data/browser/form-drafts.ts';
import { type Device, openDevice, seen } from '#data/replica.test-support.ts';
import { addDays, dayBounds, todayIn } from '#domain/time/time.ts';
import { addEvent, deleteEvent } from './events.commands.ts';
import { orphanDraft$ } from './orphan-drafts.ts';

const ZONE = 'Europe/Sofia';
const TODAY = todayIn(ZONE, Date.now());
const at = (hours: number) => new Date(Date.parse(dayBounds(TODAY, ZONE).from) + hours * 3_600_000).toISOString();
let device: Device;
let id: string;

beforeEach(async () => {
  device = await openDevice();
  device.server.online = true;
  const booking = { type: 'appointment', resource_id: 'r', client_id: 'anna', service_id: 's' } as const;
  id = await addEvent(device.replica, { ...booking, start_time: at(14), end_time: at(15), notes: null });
  await device.replica.syncNow();
});
afterEach(() => device.replica.close());

const draftFor = (form: string) => ({ userId: device.replica.userId, salonId: device.replica.salonId, form });
function note(form: string, opened: object = {}) {
  const values = { date: TODAY, hour: 14, minute: 30, client: 'anna', notes: '', legId: id, more: [] };
  keepDraft(draftFor(form), { opened: { ...values, ...opened }, typed: { ...values, ...opened, notes: 'Алергия' } });
}
const deletedElsewhere = async () => {
  device.server.put('events', id, { deleted: true });
  await device.replica.syncNow();
};

test('what was typed over a booking is stray once it is deleted elsewhere, and not before', async () => {
  note(`events/${id}`);
  expect(await seen(orphanDraft$(device.replica))).toBeNull();
  const found = seen(orphanDraft$(device.replica), (one) => one !== null);
  await deletedElsewhere();
  expect(await found).toMatchObject({ date: TODAY, minute: 870, of: { form: `events/${id}` }, typed: { notes: 'Алергия' } });
  expect(await seen(orphanDraft$(device.replica))).not.toBeNull();
  forgetDraft(draftFor(`events/${id}`));
  expect(await seen(orphanDraft$(device.replica))).toBeNull();
});

test('so it is where it was deleted here', async () => {
  note(`events/${id}`);
  await deleteEvent(device.replica, id);
  expect(await seen(orphanDraft$(device.replica))).not.toBeNull();
});

test('what a window has open, a new booking, another form, and a day that this device does not keep are not', async () => {
  note('events/new');
  note('events/new/anna');
  note('clients/none');
  note('events/old', { legId: 'old', date: addDays(TODAY, -430) });
  expect(await seen(orphanDraft$(device.replica))).toBeNull();
  note(`events/${id}`);
  await deletedElsewhere();
  const held = { request: () => Promise.reject(new Error('another window has it')) } as unknown as LockManager;
  expect(await seen(orphanDraft$(device.replica, held))).toBeNull();
  expect(await seen(orphanDraft$(device.replica))).not.toBeNull();
});

test('of a visit it is once no part is left', async () => {
  note('visits/one', { legId: 'gone', more: [{ id }, { id: null }] });
  expect(await seen(orphanDraft$(device.replica))).toBeNull();
  await deletedElsewhere();
  expect(await seen(orphanDraft$(device.replica))).not.toBeNull();
});
