/** The reservation dialog on a page, and what a person does with it; the data under it are those of reservation-fakes.test-support.ts. */
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { BehaviorSubject, of } from 'rxjs';
import { afterEach, beforeEach, vi } from 'vitest';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { CUT, DAY, IVAYLO, MARIA } from '#calendar/reads/rows.test-support.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { SALON_DEFAULTS } from '#domain/records/salon-config.ts';
import { weeklyKey } from '#domain/shifts/availability.ts';
import { ReplicaContext } from '#features/shared/use-replica.ts';
import { setLanguage } from '#i18n/i18n.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { ReservationDialog } from './reservation-dialog.tsx';
import { asUsual } from './reservation-fakes.test-support.ts';
import type { Editing } from './use-opened-event.ts';

export const salon: SalonPart = {
  config: SALON_DEFAULTS,
  employees: [IVAYLO, MARIA],
  services: new Map([['cut', CUT]]),
  weekly: new Map([[weeklyKey('maria', 3), [{ start: '09:00', end: '18:00' }]]]),
  troubles: new Map(),
  openOverlaps: new Set<string>(),
  complete: true,
};
export const onClose = vi.fn();
export const onSaved = vi.fn();

function Elsewhere() {
  return <p>{useLocation().pathname}</p>;
}

export function show(opened: Editing, more: Partial<SalonPart> = {}, salonId = 1, horizon: string | null = null, known?: Known) {
  const replica = {
    ...{ salonId, horizon$: of(horizon), membership$: new BehaviorSubject(null) },
    ...{ status$: new BehaviorSubject({ lastSyncedAt: null }), documents: { watch: () => of(null) } },
  } as unknown as OpenReplica;
  const tree = (part: Partial<SalonPart>) => (
    <ReplicaContext value={replica}>
      <MemoryRouter>
        <Routes>
          <Route
            path="/"
            element={<ReservationDialog {...{ opened, known, today: DAY, onSaved, onClose }} salon={{ ...salon, ...part }} />}
          />
          <Route path="*" element={<Elsewhere />} />
        </Routes>
      </MemoryRouter>
    </ReplicaContext>
  );
  const { rerender, unmount } = render(tree(more));
  /** What another device changed of the salon comes in. */
  return { again: (part: Partial<SalonPart>) => rerender(tree(part)), unmount };
}
type Known = LocalRow<'events'>;

export const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
/** At one go: a key press draws the whole dialog anew, which is nothing that is looked at here. */
export const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
export const dialog = () => screen.getByRole('dialog');
export const button = (name: string | RegExp) => within(dialog()).getByRole('button', { name });
export const chosen = (name: string) => button(new RegExp(`^${name}`)).getAttribute('data-value');
export async function choose(name: string, option: string | RegExp) {
  await person.click(button(new RegExp(`^${name}`)));
  await person.click(await screen.findByRole('option', { name: option }));
}

/** Every test begins with the same data, and leaves nothing behind. */
export function eachOnItsOwn(): void {
  beforeEach(async () => {
    await act(async () => setLanguage('bg'));
    asUsual();
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.clearAllMocks();
    localStorage.clear(); // what was typed and not saved
    toasts.dismiss();
  });
}
