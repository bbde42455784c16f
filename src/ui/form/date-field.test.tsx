// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setSalonFormats } from '#i18n/formats.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { addMonths, monthWeeks } from '#ui/dates/month.ts';
import { DateField } from './date-field.tsx';

const user = userEvent.setup();

beforeEach(() => {
  setLanguage('bg');
  setSalonFormats({ dateFormat: null });
});
afterEach(cleanup);

function field(onChange = vi.fn()) {
  render(<DateField label="Дата" value="2026-11-20" today="2026-11-21" onChange={onChange} />);
  return onChange;
}

describe('the date field', () => {
  it.each([
    { dateFormat: null, text: 'пт, 20/11/2026' },
    { dateFormat: 'MM/dd/yyyy', text: 'пт, 11/20/2026' },
    { dateFormat: 'yyyy-MM-dd', text: 'пт, 2026-11-20' },
  ])('writes the date as the salon does: $text', ({ dateFormat, text }) => {
    setSalonFormats({ dateFormat });
    field();
    expect(screen.getByLabelText('Дата').textContent).toBe(text);
  });

  it('opens a month that starts on Monday and marks today', async () => {
    field();
    await user.click(screen.getByLabelText('Дата'));
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads).toEqual(['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'нд']);
    expect(screen.getByRole('button', { name: 'събота, 21 ноември 2026' }).getAttribute('aria-current')).toBe('date');
    expect(screen.getByRole('button', { name: 'петък, 20 ноември 2026' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('takes the clicked day and closes', async () => {
    const chosen = field();
    await user.click(screen.getByLabelText('Дата'));
    await user.click(screen.getByRole('button', { name: 'понеделник, 30 ноември 2026' }));
    expect(chosen).toHaveBeenCalledExactlyOnceWith('2026-11-30');
    await vi.waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  });

  it('is walked by arrows and by months, and Enter takes the day', async () => {
    const chosen = field();
    await user.click(screen.getByLabelText('Дата'));
    within(screen.getByRole('table')).getByRole('button', { name: 'петък, 20 ноември 2026' }).focus();
    await user.keyboard('{ArrowRight}{ArrowDown}{PageDown}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('понеделник, 28 декември 2026');
    await user.keyboard('{Enter}');
    expect(chosen).toHaveBeenCalledExactlyOnceWith('2026-12-28');
  });

  it('speaks English', async () => {
    setLanguage('en');
    field();
    await user.click(screen.getByLabelText('Дата'));
    expect(screen.getByRole('button', { name: 'Friday, 20 November 2026' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Next month' })).toBeDefined();
  });
});

describe('a month', () => {
  it('has whole weeks from Monday to Sunday', () => {
    expect(monthWeeks('2026-11-20').map((week) => [week[0], week[6]])).toEqual([
      ['2026-10-26', '2026-11-01'],
      ['2026-11-02', '2026-11-08'],
      ['2026-11-09', '2026-11-15'],
      ['2026-11-16', '2026-11-22'],
      ['2026-11-23', '2026-11-29'],
      ['2026-11-30', '2026-12-06'],
    ]);
    expect(monthWeeks('2027-02-10')).toHaveLength(4);
  });

  it('ends where the next one is shorter', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
  });
});
