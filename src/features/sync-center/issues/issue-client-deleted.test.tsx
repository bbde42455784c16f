// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { addEvent } from '#data/events/events.commands.ts';
import { addVisit } from '#data/events/visits.commands.ts';
import { at } from '#data/issues/issues.test-support.ts';
import { addMinutes } from '#domain/time/time.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { card, client, event, m, open, over, press, said, undo } from './issues.test-support.tsx';

const ERASED = { ...{ name: null, first_name: null, last_name: null, phone: null, deleted: true }, erased_at: at(8) };
const TITLE = 'Клиентът на записан час е изтрит';

/** Booked here without a line, while the desk does that to the client. */
async function bookedMeanwhile(values: Parameters<typeof m.server.put<'clients'>>[2]): Promise<string> {
  m.offline();
  const id = await addEvent(m.replica, {
    ...{ type: 'appointment', resource_id: 'maria', client_id: 'silvia', service_id: 'nails' },
    ...{ start_time: at(15), end_time: at(16) },
  });
  m.server.put('clients', 'silvia', values);
  await m.sync();
  open();
  await card(TITLE);
  return id;
}

describe('a booking whose client was deleted meanwhile', () => {
  it('is named, with the client, service, employee and time, and leads to its dialog to choose another client', async () => {
    const id = await bookedMeanwhile({ deleted: true });
    const text = await said(TITLE);
    expect(text).toContain('Силвия Маркова (изтрит запис) · Маникюр · Мария Петрова · ср, 19/11/2036, 15:00–16:00');
    expect(text).toContain('Часът предстои. Върнете клиента, изберете друг или откажете часа.');
    expect(screen.getAllByRole('article')).toHaveLength(1);
    const link = screen.getByRole('link', { name: /^Избери друг клиент за часа на Силвия Маркова/ });
    expect(link.getAttribute('href')).toBe(`/calendar?day=2036-11-19&event=${id}`);
    await setLanguage('en');
    expect(await said('The client of an appointment was deleted')).toContain(
      'Bring the client back, choose another, or cancel it.',
    );
  });

  it('goes when the client is brought back, and comes again when that is taken back', async () => {
    await bookedMeanwhile({ deleted: true });
    await press('Върни клиента');
    await over();
    expect(await client('silvia')).toMatchObject({ deleted: false, name: 'Силвия Маркова' });
    await undo();
    await card(TITLE);
  });

  it('goes when it is cancelled, all parts of a visit at once', async () => {
    const leg = (from: string) => ({
      resource_id: 'maria',
      service_id: 'nails',
      start_time: from,
      end_time: addMinutes(from, 60),
    });
    const ids = await addVisit(m.replica, { client_id: 'silvia', legs: [leg(at(14)), leg(at(15))] });
    m.server.put('clients', 'silvia', { deleted: true });
    await m.sync();
    open();
    const text = await said(TITLE);
    expect([text.includes('14:00–15:00'), text.includes('15:00–16:00')]).toEqual([true, true]);
    await press('Откажи часа');
    await over();
    for (const id of ids) await waitFor(async () => expect(await event(id)).toMatchObject({ status: 'cancelled' }));
  });

  it('of an erased client offers no way back to them, and says why', async () => {
    await bookedMeanwhile(ERASED);
    const text = await said(TITLE);
    expect(text).toContain('заличен клиент · Маникюр');
    expect(text).toContain('Клиентът е заличен по негово желание и не може да се върне.');
    expect(screen.queryByRole('button', { name: 'Върни клиента' })).toBe(null);
    expect(screen.getByRole('link', { name: /^Избери друг клиент/ })).toBeTruthy();
    await press('Откажи часа');
    await over();
  });
});
