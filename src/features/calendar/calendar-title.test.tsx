// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CalendarState } from '#calendar/state/use-calendar-state.ts';
import { salonDaysOf } from '#domain/booking/open-days.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { closedDaysText } from '#schemas/salon-days.ts';
import { DaySpoken, DayTitle } from './calendar-title.tsx';

const state = (date: string, view: CalendarState['view'] = 'day') => ({ date, view, today: '2026-11-18' }) as CalendarState;
const wide = (width: number) =>
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width, height: 900 });

beforeEach(() => setLanguage('bg'));
afterEach(() => {
  cleanup();
  wide(1024);
});

describe('the name of the day', () => {
  const title = (date: string, view?: CalendarState['view']) => {
    cleanup();
    render(<DayTitle state={state(date, view)} open={null} />);
    return screen.getByRole('heading', { level: 1 }).textContent?.trim();
  };

  it('has the year from 1280 px on; where there is no room for it never gives up that of another year', () => {
    wide(1280);
    expect(title('2026-11-20')).toBe('пт, 20 ноември 2026');
    expect(title('2026-11-20', 'week')).toBe('16–22 ноември 2026');
    wide(1024);
    expect(title('2026-11-20')).toBe('пт, 20 ноември');
    expect(title('2027-11-19')).toBe('пт, 19 ноември 2027');
    expect(title('2026-11-20', 'week')).toBe('16–22 ноември');
    expect(title('2025-11-20', 'week')).toBe('17–23 ноември 2025');
  });

  it('writes two months that share a week short, until there is room for both', () => {
    wide(1024);
    expect(title('2026-12-31', 'week')).toBe('28 дек – 03 яну');
    wide(1280);
    expect(title('2026-12-31', 'week')).toBe('28 дек 2026 – 03 яну 2027');
    wide(1920);
    expect(title('2026-12-31', 'week')).toBe('28 декември 2026 – 03 януари 2027');
  });

  it('says the year below on a phone, once', () => {
    wide(390);
    expect(title('2027-11-19')).toBe('пт, 19 ноември 2027');
    expect(title('2026-11-18')).toBe('ср, 18 ноември Днес');
  });
});

it('its month marks the closed days with the reason, and they can be gone to', async () => {
  const closed = closedDaysText([
    { kind: 'holiday', holiday: 'christmas-eve' },
    { kind: 'dates', from: '2026-12-28', to: '2026-12-28', name: '' },
  ]);
  const onDate = vi.fn();
  render(<DayTitle state={{ ...state('2026-12-18'), onDate }} open={salonDaysOf(null, closed)} />);
  await userEvent.click(screen.getByRole('button', { name: /18 декември/ }));
  const eve = await screen.findByRole('button', { name: 'четвъртък, 24 декември 2026, Затворено: Бъдни вечер' });
  expect(eve.title).toBe('Затворено: Бъдни вечер');
  expect(screen.getByRole('button', { name: 'понеделник, 28 декември 2026, Затворено' })).toBeTruthy();
  expect(document.querySelectorAll('.noted-day')).toHaveLength(2);
  await userEvent.click(eve);
  expect(onDate).toHaveBeenCalledExactlyOnceWith('2026-12-24');
});

it('the day or the week that is gone to is said aloud; the one that the calendar opens on is not', () => {
  const { container, rerender } = render(<DaySpoken state={state('2026-11-18')} open={null} />);
  const said = () => container.querySelector('[aria-live="polite"]')?.textContent;
  expect(said()).toBe('');
  rerender(<DaySpoken state={state('2026-11-19')} open={null} />);
  expect(said()).toBe('четвъртък, 19 ноември 2026');
  rerender(<DaySpoken state={state('2026-11-18')} open={null} />);
  expect(said()).toBe('сряда, 18 ноември 2026');
  rerender(<DaySpoken state={state('2026-11-18', 'week')} open={null} />);
  expect(said()).toBe('16–22 ноември 2026');
  const open = { hours: null, closed: [{ kind: 'dates', from: '2026-11-20', to: '2026-11-20', name: 'Ремонт' }] } as const;
  rerender(<DaySpoken state={state('2026-11-20')} open={open} />);
  expect(said()).toBe('петък, 20 ноември 2026. Затворено: Ремонт');
});
