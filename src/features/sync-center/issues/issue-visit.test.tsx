// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { updateEvent } from '#data/events/events.commands.ts';
import { addVisit, deleteVisit, moveVisit } from '#data/events/visits.commands.ts';
import { at } from '#data/issues/issues.test-support.ts';
import { changeOf } from '#data/row-writes.ts';
import { addMinutes } from '#domain/time/time.ts';
import { setLanguage } from '#i18n/i18n.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { button, card, event, m, open, over, plain, press, said, undo, user } from './issues.test-support.tsx';

let ids: readonly string[];
const idOf = (n: number) => ids[n] ?? '';
const leg = (resource_id: string, service_id: string, from: string, minutes: number) => ({
  ...{ resource_id, service_id, start_time: from, end_time: addMinutes(from, minutes) },
});
beforeEach(async () => {
  const legs = [leg('maria', 'gel', at(14), 75), leg('gabriela', 'nails', at(15, 15), 60)];
  ids = await addVisit(m.replica, { client_id: 'sonya', legs });
  await m.sync();
});
const starts = async () => [(await event(idOf(0)))?.start_time, (await event(idOf(1)))?.start_time];
const move = (n: number, from: string, minutes: number, alone = false) =>
  moveVisit(m.replica, idOf(n), { ...leg(n === 0 ? 'maria' : 'gabriela', '', from, minutes) }, { alone });
const part = (name: RegExp) => screen.findByRole('radio', { name });

function movedByDesk(): void {
  for (const id of ids) {
    const { start_time, end_time } = m.onServer('events', id) as unknown as LocalRow<'events'>;
    m.server.put('events', id, { start_time: addMinutes(start_time, 1440), end_time: addMinutes(end_time, 1440) });
  }
}

describe('a visit that was moved on two devices', () => {
  async function conflict(): Promise<void> {
    m.offline();
    await move(0, at(14, 30), 75);
    movedByDesk();
    await m.sync();
    open();
  }

  it('is one card with both versions of all its parts', async () => {
    await conflict();
    await card('Две различни промени на едно посещение');
    expect(screen.getAllByRole('article')).toHaveLength(1);
    const mine = await part(/Моята промяна/);
    expect(plain(mine.textContent)).toContain('Гел лак ср, 19/11/2036, 14:30–15:45');
    expect(plain(mine.textContent)).toContain('Маникюр ср, 19/11/2036, 15:45–16:45');
    expect(plain((await part(/Другата промяна/)).textContent)).toContain('Маникюр чт, 20/11/2036, 15:15–16:15');
    await setLanguage('en');
    expect(await said('Two different changes to one visit')).toContain('It was changed on two devices.');
  });

  it('is one thing to decide in the heading, on the chip and on the icon, with what came beside it', async () => {
    await conflict();
    const heading = await screen.findByRole('heading', { level: 2 });
    expect(heading.textContent).toContain('Нужно внимание 1');
    await m.issues(2);
    expect(m.replica.status$.value.issues).toBe(1);
    await act(async () => {
      await m.replica.putIssue({
        ...{ id: 'city', kind: 'field', table: 'clients', rowId: 'silvia', group: ['city'], at: at(9) },
        ...{ ours: { city: 'Варна' }, server: { city: null } },
      });
    });
    await m.issues(3);
    expect(heading.textContent).toContain('Нужно внимание 2');
    expect(m.replica.status$.value.issues).toBe(2);
  });

  it('stays as the person chooses, in all its parts, and comes back as a question', async () => {
    await conflict();
    await press('Запази избора');
    await over();
    expect(await starts()).toEqual([at(14, 30), at(15, 45)]);
    await undo();
    await user.click(await part(/Другата промяна/));
    await press('Запази избора');
    await over();
    expect(await starts()).toEqual([addMinutes(at(14), 1440), addMinutes(at(15, 15), 1440)]);
  });
});

describe('a visit that was moved here and deleted on another device', () => {
  const TITLE = 'Изтрито от друго устройство';
  beforeEach(async () => {
    m.offline();
    await move(0, at(14, 30), 75);
    for (const id of ids) m.server.put('events', id, { deleted: true });
    await m.sync();
    open();
  });

  it('is one card that shows all its parts, and comes back whole', async () => {
    const text = await said(TITLE);
    expect(screen.getAllByRole('article')).toHaveLength(1);
    expect(text).toContain('Гел лак ср, 19/11/2036, 14:30–15:45');
    expect(text).toContain('Маникюр ср, 19/11/2036, 15:45–16:45');
    await press('Върни с моята промяна');
    await over();
    expect(await starts()).toEqual([at(14, 30), at(15, 45)]);
  });

  it('stays deleted whole', async () => {
    await press('Остави изтрит');
    await over();
    for (const id of ids) expect((await event(id))?.deleted ?? true).toBe(true);
  });
});

describe('a visit that was deleted here and moved on another device', () => {
  const TITLE = 'Променено, след като го изтрихте';
  beforeEach(async () => {
    m.offline();
    await deleteVisit(m.replica, idOf(0));
    movedByDesk();
    await m.sync();
    open();
  });

  it('is one card that shows where its parts stand now, and stays whole', async () => {
    const text = await said(TITLE);
    expect(screen.getAllByRole('article')).toHaveLength(1);
    expect(text).toContain('Маникюр чт, 20/11/2036, 15:15–16:15');
    await press('Запази записа');
    await over();
    expect(await starts()).toEqual([addMinutes(at(14), 1440), addMinutes(at(15, 15), 1440)]);
  });

  it('is deleted whole after all, and can be taken back', async () => {
    await press('Изтрий въпреки това');
    await over();
    for (const id of ids) expect((await event(id))?.deleted ?? true).toBe(true);
    await undo();
    await card(TITLE);
    expect(await starts()).toEqual([addMinutes(at(14), 1440), addMinutes(at(15, 15), 1440)]);
  });
});

describe('a torn visit', () => {
  const TITLE = 'Частите на едно посещение не си пасват';

  it('says what does not fit, and is lined up around the part that stays', async () => {
    await move(1, at(14, 30), 60, true);
    open();
    expect(await said(TITLE)).toContain('Две от тях са по едно и също време.');
    await user.click(within(await card(TITLE)).getByRole('radio', { name: /Маникюр/ }));
    await press('Подреди останалите около нея');
    await over();
    expect(await starts()).toEqual([at(13, 15), at(14, 30)]);
    await undo();
    await card(TITLE);
    expect(await starts()).toEqual([at(14), at(14, 30)]);
  });

  it('stays under the finger, as it was chosen, while a part of it changes elsewhere', async () => {
    await move(1, at(14, 30), 60, true);
    open();
    const choice = await within(await card(TITLE)).findByRole('radio', { name: /Маникюр/ });
    await user.click(choice);
    const lineUp = button('Подреди останалите около нея');
    const told = () => screen.getByRole('article', { name: TITLE }).querySelector('time')?.dateTime;
    const before = told();
    await m.replica.write([changeOf('events', idOf(0), { notes: 'с дъщеря си' })]);
    await waitFor(() => expect(told()).not.toBe(before));
    expect(button('Подреди останалите около нея')).toBe(lineUp);
    expect(choice.getAttribute('aria-checked')).toBe('true');
    await user.click(lineUp);
    await over();
    expect(await starts()).toEqual([at(13, 15), at(14, 30)]);
  });

  it('gives a part away that is meant to stand elsewhere', async () => {
    await move(1, addMinutes(at(15), 1440), 60, true);
    open();
    expect(await said(TITLE)).toContain('Те са в различни дни или с часове разлика.');
    await press('Направи я отделен час');
    await over();
    expect((await event(idOf(0)))?.visit_id).toBeNull();
  });

  it('of two clients is one client’s again', async () => {
    await updateEvent(m.replica, idOf(1), { client_id: 'denitsa' });
    open();
    expect(await said(TITLE)).toContain('Те са записани на различни клиенти.');
    await press('Запиши всички части на този клиент');
    await over();
    expect((await event(idOf(1)))?.client_id).toBe('sonya');
  });
});

describe('a visit that a customer asked for', () => {
  it('and that was confirmed here while it ran out there, is one question with the phone at hand', async () => {
    for (const id of ids) m.server.put('events', id, { source: 'online', requested_until: at(9) });
    await m.sync();
    m.offline();
    await m.replica.write(ids.map((id) => changeOf('events', id, { requested_until: null })));
    for (const id of ids) m.server.put('events', id, { status: 'cancelled' });
    await m.sync();
    open();
    expect(await said('Различен отговор на клиент')).toContain('Обадете му се, преди да изберете.');
    expect(screen.getAllByRole('article')).toHaveLength(1);
    expect(screen.getByRole('link', { name: /Обадете се на Соня Милева/ })).toBeTruthy();
    expect(plain((await part(/Моята промяна/)).textContent)).toContain('Гел лак записан');
    expect(plain((await part(/Другата промяна/)).textContent)).toContain('Гел лак отказан');
    await press('Запази избора');
    await over();
    for (const id of ids) expect(await event(id)).toMatchObject({ status: 'booked', requested_until: null });
  });
});
