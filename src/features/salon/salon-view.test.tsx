// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { setLanguage } from '#i18n/i18n.ts';
import { NEW_SALON } from './salon-form.ts';
import { SalonView } from './salon-view.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('the sample of the date format is the day that the salon’s clock shows, also between midnight and UTC’s midnight', () => {
  setLanguage('bg');
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-19T22:30:00Z') }); // half past midnight in Sofia
  render(<SalonView values={{ ...NEW_SALON, name_bg: 'Гребен' }} onEdit={vi.fn()} />);
  expect(screen.getByText('20/11/2026')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Час в салона' }).textContent).toContain('петък, 20 ноември 2026');
});

it('has no sample in a zone that the browser does not know', () => {
  setLanguage('bg');
  render(<SalonView values={{ ...NEW_SALON, date_format: 'yyyy-MM-dd', timezone: 'Mars/Olympus' }} onEdit={vi.fn()} />);
  expect(screen.getByText('yyyy-MM-dd').textContent).toBe('yyyy-MM-dd ');
});
