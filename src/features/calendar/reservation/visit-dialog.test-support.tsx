/** The reservation dialog with several services, over stored data; a test file begins with `eachOnItsOwn`. */
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, vi } from 'vitest';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { CUT, DAY, IVAYLO, MARIA, row } from '#calendar/reads/rows.test-support.ts';
import { addClient } from '#data/clients.commands.ts';
import { type Device, openDevice, stored } from '#data/replica.test-support.ts';
import { SALON_DEFAULTS } from '#domain/records/salon-config.ts';
import { weeklyKey } from '#domain/shifts/availability.ts';
import { ReplicaContext } from '#features/shared/use-replica.ts';
import { setLanguage } from '#i18n/i18n.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { ReservationDialog } from './reservation-dialog.tsx';
import type { Editing } from './use-opened-event.ts';

const DATE = '2030-11-20';
export const at = (clock: string) => new Date(`${DATE}T${clock}:00+02:00`).toISOString();
const NAILS = row('services', { id: 'nails', name: 'Маникюр', duration: 60, price: 30, resource_ids: '["ivaylo"]' });
const COLOUR = row('services', {
  ...{ id: 'colour', name: 'Боядисване', duration: 105, price: 90 },
  ...{ processing_after: 30, processing_minutes: 45, buffer_after: 10 },
});
const hours = [{ start: '09:00', end: '18:00' }];
const salon: SalonPart = {
  config: SALON_DEFAULTS,
  employees: [IVAYLO, MARIA],
  services: new Map([CUT, NAILS, COLOUR].map((service) => [service.id, service])),
  weekly: new Map([weeklyKey('maria', 3), weeklyKey('ivaylo', 3)].map((key) => [key, hours] as const)),
  ...{ troubles: new Map(), openOverlaps: new Set<string>(), complete: true },
};
export const onClose = vi.fn();
/** The device and the client of the test that runs. */
export const there = {} as { device: Device; client: string };

export const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
export const button = (name: string | RegExp) => within(screen.getByRole('dialog')).getByRole('button', { name });
export const findButton = (name: string | RegExp) => screen.findByRole('button', { name });
export async function choose(name: string, option: string | RegExp) {
  await person.click(await findButton(new RegExp(`^${name}`)));
  await person.click(await screen.findByRole('option', { name: option }));
}
/** When each part is, in order. */
export const legs = () =>
  [...screen.getByRole('list', { name: 'Услуги' }).querySelectorAll('li')].map((leg) =>
    leg.querySelector('b')?.textContent?.replaceAll('\u2060', ''),
  );
export const rowOf = async (id: string) => (await stored(there.device.replica, 'events', id)) as LocalRow<'events'>;
/** The rows of the last call of `write`. */
export const written = async () => Promise.all((there.device.writes.at(-1) ?? []).map(({ id }) => rowOf(id)));

export function show(opened: Editing, known?: LocalRow<'events'>) {
  return render(
    <ReplicaContext value={there.device.replica}>
      <MemoryRouter>
        <ReservationDialog {...{ opened, known, salon, onClose }} today={DAY} onSaved={vi.fn()} />
      </MemoryRouter>
    </ReplicaContext>,
  );
}
/** A new reservation with Maria. @param start minute of the day */
export const draft = (start: number, service = 'cut') => ({
  kind: 'new' as const,
  draft: { employee: 'maria', date: DATE, start, service, client: there.client },
});

/** Every test begins with the same data, and leaves nothing behind. */
export function eachOnItsOwn(): void {
  beforeEach(async () => {
    await setLanguage('bg');
    there.device = await openDevice();
    there.client = await addClient(there.device.replica, { first_name: 'Йоана', last_name: 'Христова' });
    there.device.writes.length = 0;
  });
  afterEach(async () => {
    cleanup();
    vi.clearAllMocks();
    toasts.dismiss();
    await there.device.replica.close();
  });
}
