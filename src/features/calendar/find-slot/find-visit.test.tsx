// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { CUT, IVAYLO, MARIA, row } from '#calendar/reads/rows.test-support.ts';
import { addEvent } from '#data/events/events.commands.ts';
import { type Device, openDevice } from '#data/replica.test-support.ts';
import { SALON_DEFAULTS } from '#domain/records/salon-config.ts';
import { weeklyKey } from '#domain/shifts/availability.ts';
import { ReplicaContext } from '#features/shared/use-replica.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { FindSlotDialog } from './find-slot-dialog.tsx';
import { FoundMark } from './found-mark.tsx';

/** A Friday on which nobody is booked yet; a cut of 45 minutes, and a colour of 105 of which 45 are waiting. */
const FRIDAY = '2030-11-22';
const at = (clock: string) => new Date(`${FRIDAY}T${clock}:00+02:00`).toISOString();
const COLOUR = row('services', {
  ...{ id: 'colour', name: 'Боядисване', duration: 105, price: 90, resource_ids: '["maria"]' },
  ...{ processing_after: 30, processing_minutes: 45 },
});
const hours = (start: string, end: string) => [{ start, end }];
const salon: SalonPart = {
  config: SALON_DEFAULTS,
  employees: [IVAYLO, MARIA],
  services: new Map([CUT, COLOUR].map((service) => [service.id, service])),
  weekly: new Map([
    [weeklyKey('maria', 5), hours('10:00', '14:00')],
    [weeklyKey('ivaylo', 5), hours('09:00', '12:00')],
  ]),
  ...{ troubles: new Map(), openOverlaps: new Set<string>(), complete: true },
};
const part = new BehaviorSubject(salon);
vi.mock('#calendar/reads/calendar-reads.ts', async (original) => ({ ...(await original<object>()), salonPart$: () => part }));

const onPick = vi.fn();
const onShow = vi.fn();
const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
let device: Device;

beforeEach(async () => {
  await setLanguage('bg');
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  part.next(salon);
  vi.clearAllMocks();
  await device.replica.close();
});

const show = () =>
  render(
    <ReplicaContext value={device.replica}>
      <FindSlotDialog date={FRIDAY} onShow={onShow} onClose={vi.fn()} onPick={onPick} />
    </ReplicaContext>,
  );
/** By keys alone: what has the focus is opened, and what is chosen is the option of this name. */
async function chooseByKeys(field: RegExp, option: RegExp) {
  screen.getByRole('button', { name: field }).focus();
  await person.keyboard(' ');
  const wanted = await screen.findByRole('option', { name: option });
  for (let presses = 0; presses < 9 && wanted.getAttribute('data-focus') === null; presses++)
    await person.keyboard('{ArrowDown}');
  await person.keyboard('{Enter}');
}
const slots = async () =>
  (await screen.findAllByRole('button', { name: /Запиши/ })).map((slot) => slot.textContent?.replaceAll('\u2060', ''));

async function cutAndColour() {
  await chooseByKeys(/^Услуга/, /Подстригване/);
  screen.getByRole('button', { name: 'Добави услуга' }).focus();
  await person.keyboard('{Enter}');
  expect(document.activeElement?.id).toBe(screen.getByRole('button', { name: /^Услуга, част 2/ }).id);
  await chooseByKeys(/^Услуга, част 2/, /Боядисване/);
}

it('finds where a cut and a colour fit one after the other, each with who offers it, and hands both over, by keys alone', async () => {
  show();
  await cutAndColour();
  // Ivaylo cuts from nine on; Maria, who alone colours, comes at ten and goes at two.
  await waitFor(async () => expect((await slots())[0]).toMatch(/9:15–11:45.*Ивайло Ганев, Мария Петрова/));
  const [first] = screen.getAllByRole('button', { name: /Запиши/ });
  first?.focus();
  await person.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toContain('9:45');
  await person.keyboard('{Enter}');
  expect(onPick).toHaveBeenCalledWith({
    ...{ resourceId: 'ivaylo', start: at('09:45'), minutes: 45, serviceId: 'cut' },
    others: [{ resourceId: 'maria', start: at('10:30'), minutes: 105, serviceId: 'colour' }],
  });
});

it('draws each service of the chosen place where it will stand, and says how long all take together', async () => {
  show();
  await cutAndColour();
  await waitFor(async () => expect((await slots())[0]).toMatch(/9:15–11:45/));
  expect(screen.getByText(/^150 мин\. /)).toBeTruthy();
  const columns = [{ id: 'maria' }, { id: 'ivaylo' }];
  const { container } = render(<FoundMark date={FRIDAY} columns={columns} />);
  const marks = () => [...container.querySelectorAll<HTMLElement>('.found-slot')];
  await waitFor(() => expect(marks().map((mark) => mark.style.gridColumn)).toEqual(['3 / span 1', '2 / span 1']));
  expect(marks().map(({ textContent }) => textContent?.replaceAll('\u2060', ''))).toEqual([
    expect.stringContaining('9:15–10:00'),
    expect.stringContaining('10:00–11:45'),
  ]);
  await person.click(marks()[1] as HTMLElement);
  expect(onPick).toHaveBeenCalledWith(expect.objectContaining({ resourceId: 'ivaylo', start: at('09:15') }));
});

it('sells the waiting of another booking, and looks past what is taken: with one employee alone on another day', async () => {
  const colour = { type: 'appointment' as const, client_id: 'c', service_id: 'colour', resource_id: 'maria' };
  const times = { processing_after: 30, processing_minutes: 45 };
  await addEvent(device.replica, { ...colour, start_time: at('10:00'), end_time: at('11:45'), ...times });
  show();
  await cutAndColour();
  // Her work on the one colour lies in the waiting of the other.
  await waitFor(async () => expect((await slots())[0]).toMatch(/9:45–12:15.*Ивайло Ганев, Мария Петрова/));
  await chooseByKeys(/^При кого/, /Мария/);
  await waitFor(async () => expect((await slots())[0]).toMatch(/10:00–12:30Мария Петрова/));
  expect(screen.getByRole('region', { name: /29 ноември/ })).toBeTruthy();
});

it('takes a service out again: the other is looked for alone', async () => {
  show();
  await cutAndColour();
  await waitFor(async () => expect((await slots())[0]).toMatch(/Ивайло Ганев, Мария Петрова/));
  screen.getByRole('button', { name: 'Махни Боядисване' }).focus();
  await person.keyboard('{Enter}');
  await waitFor(async () => expect((await slots())[0]).toMatch(/9:00–9:45/));
  expect(screen.queryByRole('button', { name: /^Услуга, част 2/ })).toBeNull();
  expect(document.activeElement?.textContent).toBe('Добави услуга'); // the focus is not lost with what was taken out
});

it('says which service nobody offers any more, alone or after another, instead of a day until which nothing is free', async () => {
  part.next({ ...salon, employees: [IVAYLO, { ...MARIA, active: false }] });
  show();
  await chooseByKeys(/^Услуга/, /Боядисване/);
  const words = 'Никой от активните служители не предлага „Боядисване“.';
  await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(2)); // one of them is read out
  await chooseByKeys(/^Услуга/, /Подстригване/);
  await waitFor(async () => expect((await slots())[0]).toMatch(/Ивайло Ганев/));
  screen.getByRole('button', { name: 'Добави услуга' }).focus();
  await person.keyboard('{Enter}');
  await chooseByKeys(/^Услуга, част 2/, /Боядисване/);
  await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(2));
});
