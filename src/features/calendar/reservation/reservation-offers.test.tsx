// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { at, booking, CUT, row } from '#calendar/reads/rows.test-support.ts';
import { button, eachOnItsOwn, person, show } from './reservation-dialog.test-support.tsx';
import { data, events } from './reservation-fakes.test-support.ts';

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

it('marks whoever does not offer the service, warns, and saves all the same', async () => {
  const own = { ...CUT, resource_ids: '["ivaylo"]' };
  show(
    { kind: 'new', draft: { employee: 'maria', start: 600, service: 'cut', client: 'vera' } },
    { services: new Map([['cut', own]]) },
  );
  expect(await screen.findByText(/Мария Петрова не предлага „Подстригване“/)).toBeTruthy();
  await person.click(button(/^Служител/));
  expect((await screen.findByRole('option', { name: /Мария/ })).textContent).toContain('не я предлага');
  expect(screen.getByRole('option', { name: /Ивайло/ }).textContent).not.toContain('не я предлага');
  await person.keyboard('{Escape}');
  await person.click(button('Запази'));
  await waitFor(() => expect(data.addEvent.mock.calls[0]?.[1]).toMatchObject({ resource_id: 'maria', service_id: 'cut' }));
});

it('books when the client waits, says when that is, and warns only of what the employee is taken by', async () => {
  const colour = row('services', {
    ...{ id: 'colour', name: 'Боядисване', duration: 105, price: 90 },
    ...{ processing_after: 30, processing_minutes: 45, buffer_after: 0 },
  });
  const services = new Map([
    ['cut', CUT],
    ['colour', colour],
  ]);
  events.next([booking('waiting', '10:30', '11:15')]);
  const shown = show({ kind: 'new', draft: { employee: 'maria', start: 600, service: 'colour', client: 'vera' } }, { services });
  expect(screen.getByText(/престой 10:30–11:15/)).toBeTruthy();
  expect(screen.queryByText(/Застъпва се/)).toBeNull();
  await person.click(button('Запази'));
  await waitFor(() =>
    expect(data.addEvent.mock.calls[0]?.[1]).toMatchObject({
      ...{ start_time: at('10:00'), end_time: at('11:45') },
      ...{ processing_after: 30, processing_minutes: 45, buffer_after: 0, over: [] },
    }),
  );
  shown.unmount();
  // The other way round: what is booked into the waiting, and what runs on into the work after it.
  events.next([booking('colour', '10:00', '11:45', { service_id: 'colour', processing_after: 30, processing_minutes: 45 })]);
  const inside = show({ kind: 'new', draft: { employee: 'maria', start: 630, service: 'cut', client: 'vera' } }, { services });
  expect(screen.queryByText(/Застъпва се/)).toBeNull();
  inside.unmount();
  show({ kind: 'new', draft: { employee: 'maria', start: 630, service: 'cut', client: 'vera', minutes: 60 } }, { services });
  expect(await screen.findByText(/Застъпва се/)).toBeTruthy();
});
