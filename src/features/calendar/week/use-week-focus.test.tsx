// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { booking, CUT, DAY, row, YOANA, ZONE } from '#calendar/reads/rows.test-support.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { SALON_DEFAULTS } from '#domain/records/salon-config.ts';
import { ReplicaContext } from '#features/shared/use-replica.ts';
import { i18n, setLanguage } from '#i18n/i18n.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { buildWeek } from './week-build.ts';
import { WeekGrid } from './week-grid.tsx';

const salon = { config: SALON_DEFAULTS, employees: [] } as unknown as SalonPart;

const MONDAY = '2026-11-16';
const TEAM = Array.from({ length: 40 }, (_, i) => row('resources', { id: `p${i}`, name: `Служител ${i}`, color: '#7c3aed' }));

function Week({ events, team = 2 }: { events: readonly LocalRow<'events'>[]; team?: number }) {
  const rows = buildWeek({
    ...{
      monday: MONDAY,
      zone: ZONE,
      language: 'bg',
      t: i18n.getFixedT('bg', 'calendar'),
      employees: TEAM.slice(0, team),
      events,
    },
    ...{
      client: () => YOANA,
      service: () => CUT,
      weekly: new Map(),
      overrides: new Map(),
      troubles: new Map(),
      openOverlaps: new Set<string>(),
    },
    ...{ hidden: new Set<string>(), onlyRead: new Set<string>() },
  });
  return (
    <>
      <ReplicaContext value={{ membership$: new BehaviorSubject(null) } as unknown as OpenReplica}>
        <WeekGrid
          {...{ salon, rows, events, monday: MONDAY, today: DAY }}
          {...{ hold: () => vi.fn(), onBook: vi.fn(), onOpen: vi.fn(), onDay: vi.fn() }}
        />
      </ReplicaContext>
      <p>Другаде</p>
    </>
  );
}

const of = (resource_id: string) => [booking('cut', '10:00', '11:00', { resource_id })];
const chip = () => document.querySelector('[data-event="cut"]') as HTMLElement;

beforeEach(() => setLanguage('bg'));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('an appointment that is moved elsewhere keeps the focus, one that is deleted leaves it in its cell, and nothing scrolls for it', () => {
  const { rerender } = render(<Week events={of('p0')} />);
  act(() => chip().focus());
  const focus = vi.spyOn(HTMLElement.prototype, 'focus');
  rerender(<Week events={of('p1')} />);
  expect(document.activeElement).toBe(chip());
  rerender(<Week events={[]} />);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Нов час, Служител 1, сряда, 18 ноември, 9:00');
  expect(focus.mock.calls).toEqual([[{ preventScroll: true }], [{ preventScroll: true }]]);
});

it('no change from elsewhere calls the focus back to the week once somebody has pressed elsewhere', () => {
  const { rerender } = render(<Week events={of('p0')} />);
  act(() => chip().focus());
  fireEvent.pointerDown(screen.getByText('Другаде'));
  act(() => chip().blur());
  rerender(<Week events={of('p1')} />);
  expect(document.activeElement).toBe(document.body);
});

it('of many rows, of which only those in view draw their appointments, one stop is always in the tab order', () => {
  render(<Week events={of('p0')} team={40} />);
  act(() => chip().focus());
  const box = document.querySelector('.wk-scroll') as HTMLElement;
  box.scrollTop = 3000;
  act(() => void fireEvent.scroll(box));
  expect(chip()).toBeNull();
  expect(document.querySelectorAll('[role=grid] [tabindex="0"]')).toHaveLength(1);
});
