// @vitest-environment happy-dom

import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { addLegs } from '#data/events/add-legs.test-support.ts';
import { addEvent } from '#data/events/events.commands.ts';
import { at, overlap } from '#data/issues/issues.test-support.ts';
import { changeOf } from '#data/row-writes.ts';
import { toastTexts } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { offerersText } from '#schemas/own-terms.ts';
import { button, card, event, m, open, over, press, said, undo, user } from './issues.test-support.tsx';

describe('an overlap that appeared by syncing', () => {
  it('shows both bookings, both phones as links, and the nearest free slot', async () => {
    await overlap(m);
    open();
    const text = await said('Двоен час при Мария Петрова');
    expect(text).toContain('ср, 19/11/2036, 11:30. Записани са за едно и също време.');
    const [denitsa, sonya] = screen.getAllByRole('radio');
    expect(denitsa?.textContent).toContain('11:00–12:15Деница КолеваГел лакостава');
    expect(sonya?.textContent).toContain('11:30–12:30Соня МилеваМаникюртози се мести');
    expect(screen.getByRole('link', { name: /Деница Колева.*0899 111 222/ }).getAttribute('href')).toBe('tel:+359899111222');
    expect(screen.getByRole('link', { name: 'Обадете се на Соня Милева, 0888 123 456' })).toBeTruthy();
    await screen.findByText(/Предложение: преместете Соня Милева в/);
    expect((await card(/Двоен час/)).textContent).toContain(
      'Предложение: преместете Соня Милева в 12:15 при Мария Петрова. Времето е свободно.',
    );
    setLanguage('en');
    expect(await said('Double booking with Мария Петрова')).toContain(
      'Suggestion: move Соня Милева to 12:15 with Мария Петрова. The time is free.',
    );
    expect(screen.getByRole('button', { name: 'Move to 12:15' })).toBeTruthy();
  });

  it('offers only where the other services of the visit find room as well', async () => {
    const issue = await overlap(m);
    const leg = { resource_id: 'gabriela', service_id: 'nails', title: 'Маникюр' };
    await addLegs(m.replica, issue.rowId, [{ ...leg, start_time: at(12, 30), end_time: at(13) }]);
    const busy = { type: 'appointment', client_id: 'denitsa', ...leg } as const;
    await addEvent(m.replica, { ...busy, start_time: at(13, 15), end_time: at(14) });
    open();
    const offered = await screen.findByText(/Предложение: преместете Соня Милева в/);
    // At 12:15 the second service would lie over Деница’s at 13:15.
    expect(offered.textContent).not.toContain('в 12:15');
    await press(/^Премести в/);
    await over();
    expect(screen.queryByText(/Двоен час/)).toBe(null);
  });

  it('goes with one tap, and comes back with another', async () => {
    const issue = await overlap(m);
    open();
    await press('Премести в 12:15');
    await over();
    expect(await event(issue.rowId)).toMatchObject({ start_time: at(12, 15), end_time: at(13, 15), resource_id: 'maria' });
    await undo();
    await card(/Двоен час/);
    expect(await event(issue.rowId)).toMatchObject({ start_time: at(11, 30) });
  });

  it('stays under the finger, as it was chosen, while one of the two changes elsewhere', async () => {
    const { rowId, at: before } = await overlap(m);
    open();
    await press('Още свободни часове');
    await user.click(screen.getByRole('radio', { name: '12:00, Габриела Илиева' }));
    const move = button('Премести в 12:00');
    await m.replica.write([changeOf('events', rowId, { notes: 'с дъщеря си' })]);
    const told = () => screen.getByRole('article', { name: /Двоен час/ }).querySelector('time')?.dateTime;
    await waitFor(() => expect(told()).not.toBe(before));
    expect(button('Премести в 12:00')).toBe(move);
    await user.click(move);
    await over();
    expect(await event(rowId)).toMatchObject({ start_time: at(12), resource_id: 'gabriela' });
  });

  it('the other booking moves when that is chosen', async () => {
    await overlap(m);
    open();
    await user.click(await screen.findByRole('radio', { name: /Деница Колева/ }));
    await press('Премести в 10:15');
    await over();
    expect(await event('desk')).toMatchObject({ start_time: at(10, 15), end_time: at(11, 30), resource_id: 'maria' });
  });

  it('more slots are at hand, other employees’ too', async () => {
    const issue = await overlap(m);
    open();
    await press('Още свободни часове');
    const slots = screen.getByRole('radiogroup', { name: 'Свободни часове за Соня Милева' });
    expect(within(slots).getAllByRole('radio')).toHaveLength(6);
    await user.click(within(slots).getByRole('radio', { name: '12:00, Габриела Илиева' }));
    expect((await card(/Двоен час/)).textContent).toContain('преместете Соня Милева в 12:00 при Габриела Илиева');
    await press('Премести в 12:00');
    await over();
    expect(await event(issue.rowId)).toMatchObject({ start_time: at(12), resource_id: 'gabriela' });
  });

  it('offers nobody who does not offer the service', async () => {
    await overlap(m);
    await m.replica.write([changeOf('services', 'nails', { resource_ids: offerersText(['maria']) })]);
    open();
    await press('Още свободни часове');
    const slots = within(screen.getByRole('radiogroup', { name: 'Свободни часове за Соня Милева' })).getAllByRole('radio');
    expect(slots.filter((slot) => slot.textContent?.includes('Габриела'))).toEqual([]);
  });

  it('does not take a part of the visit along that is done already', async () => {
    const issue = await overlap(m);
    const leg = { resource_id: 'gabriela', service_id: 'nails', title: 'Маникюр' };
    const ids = await addLegs(m.replica, issue.rowId, [{ ...leg, start_time: at(10), end_time: at(10, 30) }]);
    await m.replica.write(ids.map((id) => changeOf('events', id, { status: 'completed' })));
    open();
    await card(/Двоен час/);
    await screen.findByText(/Няма свободно/);
    expect(screen.queryByRole('button', { name: /^Премести/ })).toBeNull();
  });

  it('another time is chosen in the booking itself', async () => {
    const issue = await overlap(m);
    open();
    const other = await screen.findByRole('link', { name: 'Избери друго за Соня Милева' });
    expect(other.getAttribute('href')).toBe(`/calendar?day=2036-11-19&event=${issue.rowId}`);
  });

  it('is left for good, and can be asked about again', async () => {
    const issue = await overlap(m);
    open();
    await press('Остави двоен час');
    await over();
    await undo();
    await card(/Двоен час/);
    expect(await m.issues(1)).toEqual([issue]);
  });

  it('moves neither of two that are over', async () => {
    const { rowId, otherId = '' } = await overlap(m);
    await m.replica.write([rowId, otherId].map((id) => changeOf('events', id, { status: 'completed' })));
    open();
    expect(await screen.findByText('И двата часа вече са минали или приключили.')).toBeTruthy();
    for (const booking of screen.getAllByRole('radio')) {
      expect(booking.getAttribute('aria-checked')).toBe('false');
      expect(booking.textContent).toContain('остава');
    }
    expect(screen.queryByRole('button', { name: /^Премести/ })).toBeNull();
  });

  it('disappears when the two part elsewhere', async () => {
    await overlap(m);
    open();
    await card(/Двоен час/);
    m.server.put('events', 'desk', { status: 'cancelled' });
    await m.sync();
    await over();
  });
});

describe('an overlap with a request', () => {
  /** The booking that came later is a customer's. */
  async function asked() {
    const issue = await overlap(m);
    m.server.put('events', issue.rowId, { status: 'booked', source: 'online', requested_until: at(9) });
    await m.sync();
    m.offline();
    return issue;
  }

  it('moves the request first, and confirms it there', async () => {
    const { rowId } = await asked();
    open();
    const text = await said('Двоен час при Мария Петрова');
    expect(text).toContain('Единият е заявка на клиент, на когото още нищо не е обещано. Обадете се, преди да решите.');
    expect(screen.getAllByRole('link', { name: /Обадете се на/ })).toHaveLength(2);
    expect(screen.getByRole('radio', { name: /Соня Милева/ }).textContent).toContain('този се мести');
    expect(screen.getByRole('img', { name: 'заявка' })).toBeTruthy();
    await press('Премести в 12:15 и потвърди');
    await over();
    expect(await event(rowId)).toMatchObject({ start_time: at(12, 15), requested_until: null, status: 'booked' });
    await undo();
    await card(/Двоен час/);
    expect(await event(rowId)).toMatchObject({ start_time: at(11, 30), requested_until: at(9) });
  });

  it('is over when the request is declined, and back when that is taken back', async () => {
    const { rowId } = await asked();
    open();
    await press('Откажи заявката');
    await over();
    expect(await event(rowId)).toMatchObject({ status: 'cancelled', requested_until: at(9) });
    await undo();
    await card(/Двоен час/);
    expect(await event(rowId)).toMatchObject({ status: 'booked' });
  });

  it('may stay, and is confirmed with that', async () => {
    const { rowId } = await asked();
    open();
    await press('Остави двата и потвърди');
    await over();
    expect(await event(rowId)).toMatchObject({ start_time: at(11, 30), requested_until: null });
    await undo();
    await card(/Двоен час/);
    expect(await event(rowId)).toMatchObject({ requested_until: at(9) });
  });

  it.each(['Остави двата и потвърди', 'Премести в 12:15 и потвърди'])(
    'says after “%s” that the confirmation stays which its client may have read, and takes the rest back',
    async (decision) => {
      const { rowId } = await asked();
      open();
      await press(decision);
      await over();
      await m.sync();
      await undo();
      await waitFor(() => expect(toastTexts().join()).toContain('Клиентът може вече да го е видял. Останалото е върнато.'));
      expect(await event(rowId)).toMatchObject({ start_time: at(11, 30), requested_until: null });
      await card(/Двоен час/);
    },
  );

  it('moves the other one where that is chosen, and promises nothing with it', async () => {
    const { rowId } = await asked();
    open();
    await user.click(await screen.findByRole('radio', { name: /Деница Колева/ }));
    await press('Премести в 10:15');
    await over();
    expect(await event(rowId)).toMatchObject({ requested_until: at(9) });
  });
});
