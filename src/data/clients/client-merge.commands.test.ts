import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { draftsOf, keepDraft, readDraft } from '#data/browser/form-drafts.ts';
import { addClient, updateClient } from '#data/clients.commands.ts';
import { clients$, clientsById$ } from '#data/clients.queries.ts';
import { clientVisits$ } from '#data/events/client-visits.ts';
import { addEvent } from '#data/events/events.commands.ts';
import { type Device, openDevice, seen, stored } from '#data/replica.test-support.ts';
import { changeOf } from '#data/row-writes.ts';
import { eraseClient, forgetErasedDrafts } from './client-erasure.ts';
import {
  apartPairs,
  areApart,
  mergeClients,
  recordsBehind$,
  tellApart,
  undoMerge,
  unsentMerges$,
} from './client-merge.commands.ts';

const DAY_MS = 86_400_000;
const at = (days: number, hours = 0) => new Date(Date.now() + days * DAY_MS + hours * 3_600_000).toISOString();
let device: Device;
let maria: string;
let mimi: string;

beforeEach(async () => {
  device = await openDevice();
  maria = await addClient(device.replica, { first_name: 'Мария', last_name: 'Иванова', phone: '0888123456', notes: 'Кафе' });
  mimi = await addClient(device.replica, {
    first_name: 'Maria',
    last_name: 'Ivanova',
    email: 'm@example.com',
    phone: '0888999999',
    notes: 'Алергия',
  });
});
afterEach(() => device.replica.close());

const book = (days: number, client_id: string, notes: string | null = null) =>
  addEvent(device.replica, {
    type: 'appointment',
    resource_id: 'r',
    client_id,
    service_id: 's',
    start_time: at(days),
    end_time: at(days, 1),
    notes,
  });
const online = async () => {
  device.server.online = true;
  await device.replica.syncNow();
};
const listed = async () => (await seen(clients$(device.replica))).map(({ id }) => id);

describe('merging two clients', () => {
  test('hides the duplicate, fills what the kept one lacks, joins the notes, and carries the bookings over', async () => {
    await book(-1, maria);
    await book(-2, mimi);
    await mergeClients(device.replica, maria, mimi);
    expect(await listed()).toEqual([maria]);
    expect(await stored(device.replica, 'clients', maria)).toMatchObject({
      ...{ name: 'Мария Иванова', phone: '+359888123456', email: 'm@example.com', notes: 'Кафе\nАлергия', merged_into: null },
    });
    expect(await stored(device.replica, 'clients', mimi)).toMatchObject({ merged_into: maria, notes: 'Алергия' });
    expect((await seen(clientsById$(device.replica, [mimi]))).get(mimi)?.id).toBe(maria);
    expect((await seen(clientVisits$(device.replica, { id: maria, created_at: null }), ({ came }) => came === 2)).came).toBe(2);
  });

  test('leaves behind the kept one also who was merged into its duplicate before', async () => {
    const mimka = await addClient(device.replica, { first_name: 'Мимка', last_name: 'Иванова', phone: '0888777777' });
    await mergeClients(device.replica, mimi, mimka);
    await mergeClients(device.replica, maria, mimi);
    const behind = async (id: string) => (await seen(recordsBehind$(device.replica, id))).map((row) => row.id).sort();
    expect(await behind(maria)).toEqual([mimi, mimka].sort());
    await device.replica.write([changeOf('clients', maria, { merged_into: mimka })]);
    const [survivor = ''] = [maria, mimi, mimka].sort();
    expect(await behind(survivor)).toEqual([maria, mimi, mimka].sort().slice(1));
  });

  test('is taken back whole while nothing was sent', async () => {
    const before = [await stored(device.replica, 'clients', maria), await stored(device.replica, 'clients', mimi)];
    await mergeClients(device.replica, maria, mimi);
    expect((await seen(unsentMerges$(device.replica, maria))).map(({ id }) => id)).toEqual([mimi]);
    expect(await undoMerge(device.replica, mimi)).toBe('undone');
    const columns = { phone: '+359888123456', email: null, notes: 'Кафе', merged_into: null };
    expect(before[0]).toMatchObject(columns);
    expect(await stored(device.replica, 'clients', maria)).toMatchObject(columns);
    expect(await stored(device.replica, 'clients', mimi)).toMatchObject({ merged_into: null, email: 'm@example.com' });
    expect(await undoMerge(device.replica, mimi)).toBe('gone');
  });

  test('is taken back all day without a line, and on the server too where only what it returned was lost', async () => {
    await online();
    device.server.losesReturns = true;
    await mergeClients(device.replica, maria, mimi);
    await device.replica.syncNow();
    expect((await seen(unsentMerges$(device.replica, maria))).map(({ id }) => id)).toEqual([mimi]);
    expect(await undoMerge(device.replica, mimi)).toBe('undone');
    device.server.losesReturns = false;
    await device.replica.syncNow();
    expect(device.server.pushed.filter(({ id }) => id === mimi).at(-1)?.doc.merged_into).toBeNull();
    expect(await stored(device.replica, 'clients', maria)).toMatchObject({ email: null, notes: 'Кафе' });
  });

  test('taken back leaves what was changed in the kept one since', async () => {
    await mergeClients(device.replica, maria, mimi);
    await updateClient(device.replica, maria, { email: 'new@example.com' });
    expect(await undoMerge(device.replica, mimi)).toBe('undone');
    expect(await stored(device.replica, 'clients', maria)).toMatchObject({ email: 'new@example.com', notes: 'Кафе' });
  });

  test('stands once it was sent', async () => {
    await online();
    await mergeClients(device.replica, maria, mimi);
    await device.replica.syncNow();
    expect(await undoMerge(device.replica, mimi)).toBe('sent');
    expect(await stored(device.replica, 'clients', mimi)).toMatchObject({ merged_into: maria });
    expect(await seen(unsentMerges$(device.replica, maria))).toEqual([]);
  });

  test('in opposite directions on two devices ends with one, who has all the bookings', async () => {
    await book(-1, maria);
    await book(-2, mimi);
    await online();
    await mergeClients(device.replica, maria, mimi);
    device.server.put('clients', maria, { merged_into: mimi });
    await device.replica.syncNow();
    const [survivor = ''] = [maria, mimi].sort();
    expect(await listed()).toEqual([survivor]);
    expect((await seen(clientVisits$(device.replica, { id: survivor, created_at: null }), ({ came }) => came === 2)).came).toBe(
      2,
    );
  });

  test('refuses who is not there, who was merged already, and one with themselves', async () => {
    const refused = expect.objectContaining({ key: 'invalid_id' });
    await expect(mergeClients(device.replica, maria, 'nobody')).rejects.toEqual(refused);
    await expect(mergeClients(device.replica, maria, maria)).rejects.toEqual(refused);
    await mergeClients(device.replica, maria, mimi);
    await expect(mergeClients(device.replica, maria, mimi)).rejects.toEqual(refused);
  });

  test('is not offered any more for two of whom somebody has said that they are two', () => {
    expect(areApart(apartPairs(device.replica), maria, mimi)).toBe(false);
    tellApart(device.replica, mimi, maria);
    expect(areApart(apartPairs(device.replica), maria, mimi)).toBe(true);
  });
});

describe('erasing a client', () => {
  test('empties the record and its duplicates, takes the notes out of bookings, and cancels what is still to come', async () => {
    const [past, coming, others] = [
      await book(-3, maria, 'Формула 7.1'),
      await book(4, mimi, 'Рано'),
      await book(5, 'other', 'Друго'),
    ];
    await mergeClients(device.replica, maria, mimi);
    expect(await eraseClient(device.replica, maria, new Date().toISOString())).toBe(1);
    expect(await listed()).toEqual([]);
    expect(await stored(device.replica, 'events', past)).toMatchObject({ notes: null, status: 'booked', client_id: maria });
    expect(await stored(device.replica, 'events', coming)).toMatchObject({ notes: null, status: 'cancelled' });
    expect(await stored(device.replica, 'events', others)).toMatchObject({ notes: 'Друго', status: 'booked' });
    await online();
    for (const id of [maria, mimi]) {
      const sent = device.server.pushed.filter((change) => change.table === 'clients' && change.id === id).at(-1)?.doc;
      expect(sent?.erased_at).toBeTruthy();
      expect(JSON.stringify(sent)).not.toMatch(/Мария|Maria|Кафе|Алергия/);
    }
    await expect(eraseClient(device.replica, maria, at(0))).rejects.toEqual(expect.objectContaining({ key: 'invalid_id' }));
  });

  test('forgets what is typed about them and not saved, also about duplicates and in bookings, and nothing about others', async () => {
    const { userId, salonId } = device.replica;
    const note = (form: string, client: string) =>
      keepDraft({ userId, salonId, form }, { opened: {}, typed: { client, notes: 'Алергия' } });
    await mergeClients(device.replica, maria, mimi);
    note(`clients/${maria}`, '');
    note(`clients/${mimi}`, '');
    note(`events/new/${maria}`, maria);
    note('events/one', maria);
    note('events/two', 'other');
    note('clients/new', '');
    await eraseClient(device.replica, maria, at(0));
    expect(draftsOf({ userId, salonId }).map(({ form }) => form)).toEqual(['events/two', 'clients/new']);
  });

  test('forgets on another device, too, what is typed about who was erased elsewhere', async () => {
    const { userId, salonId } = device.replica;
    const draft = { userId, salonId, form: `clients/${maria}` };
    keepDraft(draft, { opened: {}, typed: { notes: 'Алергия' } });
    await online();
    await forgetErasedDrafts(device.replica);
    expect(readDraft(draft)).not.toBeNull();
    device.server.put('clients', maria, { first_name: '', notes: null, erased_at: at(0), deleted: true });
    await device.replica.syncNow();
    await forgetErasedDrafts(device.replica);
    expect(readDraft(draft)).toBeNull();
  });
});
