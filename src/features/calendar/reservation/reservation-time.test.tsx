// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { at, booking, DAY } from '#calendar/reads/rows.test-support.ts';
import { SALON_DEFAULTS } from '#domain/records/salon-config.ts';
import { button, choose, chosen, dialog, eachOnItsOwn, onSaved, person, show } from './reservation-dialog.test-support.tsx';
import { data, events, older, reads } from './reservation-fakes.test-support.ts';

vi.mock('#data/events/events.commands.ts', async () => (await import('./reservation-fakes.test-support.ts')).data);
vi.mock('#data/events/booking-saves.ts', async () => (await import('./reservation-fakes.test-support.ts')).saves);
vi.mock('#data/events/event-edits.ts', async () => (await import('./reservation-fakes.test-support.ts')).edits);
vi.mock('#data/events/client-facts.ts', async () => (await import('./reservation-fakes.test-support.ts')).clientFacts);
vi.mock('#data/events/older-events.ts', async () => (await import('./reservation-fakes.test-support.ts')).olderEvents);
vi.mock('#data/events/events.queries.ts', async () => (await import('./reservation-fakes.test-support.ts')).eventReads);
vi.mock('#data/client-index.queries.ts', async () => (await import('./reservation-fakes.test-support.ts')).clientIndex);
vi.mock('#data/clients.queries.ts', async () => (await import('./reservation-fakes.test-support.ts')).clientReads);
vi.mock('#data/shifts.queries.ts', async () => (await import('./reservation-fakes.test-support.ts')).shiftReads);

eachOnItsOwn();

const plain = (element: HTMLElement) => element.textContent?.replaceAll('\u2060', '');

const OVER = 'Това време вече е минало. Можете да запазите въпреки това.';

it('offers the free places around a taken time and takes one by a press', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at('08:00')) });
  events.next([booking('other', '10:00', '11:00')]);
  show({ kind: 'new', draft: { employee: 'maria', start: 600, service: 'cut', client: 'vera' } });
  const offers = await screen.findByRole('group', { name: 'Свободни часове наоколо' });
  const names = (await within(offers).findAllByRole('button')).map(({ textContent }) => textContent);
  expect(names).toEqual(['9:15', '11:00', '11:30', '12:00']);
  await person.click(within(offers).getByRole('button', { name: '11:00' }));
  expect([chosen('Час'), chosen('Минути')]).toEqual(['11', '0']);
  expect(screen.queryByText(/Застъпва се с/)).toBeNull();
  // The list stands still, with the chosen one marked, so that another can be tried.
  expect(
    within(offers)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(names);
  expect(within(offers).getByRole('button', { pressed: true }).textContent).toBe('11:00');
});

it('does not warn that a cancelled appointment lies over another', async () => {
  events.next([booking('a', '10:00', '11:00', { status: 'cancelled' }), booking('other', '10:30', '11:30')]);
  show({ kind: 'edit', id: 'a' });
  await choose('Времетраене', '120 мин');
  expect(screen.queryByText(/Застъпва се с/)).toBeNull();
  await choose('Час', '17');
  expect(screen.getByText(/свършва след смяната/)).toBeTruthy();
});

it('says on an old day that the server could not be asked what it overlaps', async () => {
  older.next({ phase: 'failed', readAt: null, reason: 'line' });
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut', client: 'vera', date: '2025-03-05' } });
  expect(await screen.findByText(/Нужна е връзка, за да се види с какво се застъпва/)).toBeTruthy();
  expect(button('Запази')).toHaveProperty('disabled', false);
});

it.each([
  { interval: 5, offers: ['10:15', '10:45', '9:15', '11:15'] },
  { interval: 10, offers: ['10:20', '10:50', '9:10', '11:20'] },
  { interval: 20, offers: ['10:20', '11:00', '9:00', '11:40'] },
  { interval: 30, offers: ['10:30', '11:00', '9:00', '11:30'] },
] as const)('offers places at the steps of a salon with $interval minutes', async ({ interval, offers }) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at('08:00')) });
  events.next([booking('other', '10:00', '10:15')]);
  const draft = { employee: 'maria', start: 600, service: 'cut', client: 'vera' };
  show({ kind: 'new', draft }, { config: { ...SALON_DEFAULTS, interval } });
  const group = await screen.findByRole('group', { name: 'Свободни часове наоколо' });
  expect((await within(group).findAllByRole('button')).map(({ textContent }) => textContent)).toEqual(offers);
});

it('keeps a time over midnight and the length of one on the night of the clock change', async () => {
  const night = booking('a', '23:30', '00:20', { end_time: at('00:20', '2026-11-19') });
  events.next([
    night,
    booking('early', '00:10', '01:00', { start_time: at('00:10', '2026-11-19'), end_time: at('01:00', '2026-11-19') }),
  ]);
  show({ kind: 'edit', id: 'a' });
  expect([chosen('Дата'), chosen('Час'), chosen('Времетраене')]).toEqual([DAY, '23', '50']);
  expect(plain(dialog())).toContain('23:30–0:20');
  expect(plain(await screen.findByText(/Застъпва се с/))).toContain('Йоана Христова, 0:10–1:00');
  cleanup();

  // 2:30 in summer time; half an hour later the clock shows 3:00, and then 3:00 again.
  events.next([{ ...night, id: 'b', start_time: '2026-10-24T23:30:00.000Z', end_time: '2026-10-25T01:30:00.000Z' }]);
  show({ kind: 'edit', id: 'b' });
  expect([chosen('Дата'), chosen('Час'), chosen('Минути'), chosen('Времетраене')]).toEqual(['2026-10-25', '2', '30', '120']);
  await choose('Времетраене', '60 мин');
  await person.click(button('Запази'));
  await waitFor(() =>
    expect(data.updateEvent.mock.calls[0]?.[2]).toEqual({
      ...{ start_time: '2026-10-24T23:30:00.000Z', end_time: '2026-10-25T00:30:00.000Z' },
    }),
  );
});

it('says on the night of the spring clock change that a time does not exist, and saves what it says', async () => {
  const draft = { employee: 'maria', service: 'cut', client: 'vera', date: '2027-03-28', start: 3 * 60 + 30 };
  show({ kind: 'new', draft });
  const skipped = /часовникът прескача 3:30/;
  expect(plain(await screen.findByText(skipped))).toBe('В тази нощ часовникът прескача 3:30. Часът ще бъде в 4:30.');
  expect(screen.getByText(skipped).closest('[role=status]')).toBeTruthy();
  expect(plain(dialog())).toContain('4:30–5:15');
  expect(plain(dialog())).toContain('край 5:15');
  await choose('Час', '02');
  expect(screen.queryByText(skipped)).toBeNull();
  expect(plain(dialog())).toContain('2:30–4:15'); // 45 minutes: from 3:00 it is 4:00
  await choose('Час', '03');
  await person.click(button('Запази'));
  await waitFor(() =>
    expect(data.addEvent.mock.calls[0]?.[1]).toMatchObject({
      start_time: '2027-03-28T01:30:00.000Z',
      end_time: '2027-03-28T02:15:00.000Z',
    }),
  );
});

it('offers no places around a day that is over', async () => {
  events.next([booking('a', '20:00', '21:00', { start_time: at('20:00', '2026-11-11'), end_time: at('21:00', '2026-11-11') })]);
  show({ kind: 'edit', id: 'a' });
  expect(await screen.findByText(/не е на смяна в 20:00/)).toBeTruthy();
  expect(screen.queryByText('Свободни часове наоколо')).toBeNull();
  expect(screen.queryByText(/Няма свободно/)).toBeNull();
});

it('takes another day from the month (RES-07)', async () => {
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut', client: 'vera' } });
  await person.click(button(/^Дата/));
  await person.click(await screen.findByRole('button', { name: 'Следващ месец' }));
  await person.click(screen.getByRole('button', { name: 'четвъртък, 31 декември 2026' }));
  expect(button(/^Дата/).textContent).toBe('чт, 31/12/2026');
  await person.click(button('Запази'));
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith('2026-12-31', 'new'));
  expect(data.addEvent.mock.calls[0]?.[1]).toMatchObject({ start_time: at('09:00', '2026-12-31') });
});

it('says in their place that the free places could not be read, and looks again when asked', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at('08:00')) });
  events.next([booking('other', '10:00', '11:00')]);
  reads.free = false;
  show({ kind: 'new', draft: { employee: 'maria', service: 'cut', client: 'vera', start: 600 } });
  const offers = await screen.findByRole('group', { name: 'Свободни часове наоколо' });
  expect((await within(offers).findByRole('alert')).textContent).toContain('Грешка при зареждане на данните');
  expect(button('Запази')).toHaveProperty('disabled', false);
  reads.free = true;
  await person.click(button('Опитайте отново'));
  await waitFor(() => expect(within(offers).getAllByRole('button').length).toBeGreaterThan(1));
  expect(within(offers).queryByRole('alert')).toBeNull();
});

it('a quarter of an hour later in the second of two equal hours is a quarter of an hour later', async () => {
  // 3:15 of the night of 25 October, an hour after the first 3:15.
  events.next([booking('a', '10:00', '11:00', { start_time: '2026-10-25T01:15:00.000Z', end_time: '2026-10-25T02:00:00.000Z' })]);
  show({ kind: 'edit', id: 'a' });
  await choose('Минути', '30');
  await person.click(button('Запази'));
  await waitFor(() =>
    expect(data.updateEvent.mock.calls[0]?.[2]).toEqual({
      ...{ start_time: '2026-10-25T01:30:00.000Z', end_time: '2026-10-25T02:15:00.000Z' },
    }),
  );
});

it('says where the clock is turned back meanwhile how long it lasts and when it ends', async () => {
  const turned = { start_time: '2026-10-25T00:30:00.000Z', end_time: '2026-10-25T01:15:00.000Z' };
  events.next([booking('a', '10:00', '11:00', turned)]);
  show({ kind: 'edit', id: 'a' });
  expect(plain(dialog())).toContain('3:30–3:15');
  expect(plain(await screen.findByText(/часовникът се връща/))?.replace('\u00a0', ' ')).toBe(
    'В тази нощ часовникът се връща: 45 мин след 3:30 ще показва 3:15.',
  );
});

it('says that a time is over, where something is put there; who sits there now is no such case', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at('09:30')) });
  show({ kind: 'new', draft: { employee: 'maria', start: 540 } });
  expect(screen.queryByText(OVER)).toBe(null);
  await choose('Час', '08');
  expect(screen.getByText(OVER)).toBeTruthy();
  cleanup();

  events.next([booking('a', '08:00', '09:00')]);
  show({ kind: 'edit', id: 'a' });
  expect(screen.queryByText(OVER)).toBe(null);
  await choose('Час', '07');
  expect(screen.getByText(OVER)).toBeTruthy();
});
