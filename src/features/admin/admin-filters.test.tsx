// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clearToasts, show } from '#features/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { clientOf, SCREENS } from './admin.test-support.tsx';

const at = (path: string) => show(null, path, SCREENS, clientOf({}));

beforeEach(() => setLanguage('bg'));
afterEach(() => {
  cleanup();
  clearToasts();
});

describe('the filters', () => {
  it.each(['bg', 'en'] as const)('write the day with dots, as the tables do (%s)', async (language) => {
    await setLanguage(language);
    at('/admin/user-errors?day=2026-11-03');
    const day = await screen.findByLabelText<HTMLElement>(language === 'bg' ? /^Дата/ : /^Date/);
    expect(`${day.textContent}${(day as HTMLInputElement).value ?? ''}`).toContain('03.11.2026');
  });

  it.each([
    ['/admin/salons', 'Търсене по салон или имейл'],
    ['/admin/salon-notes', 'Търсене в бележките'],
    ['/admin/accounts', 'Търсене по салон или имейл'],
  ])('say on %s what one or two letters are looked for in, and nothing of it with three', async (path, box) => {
    at(path);
    const search = await screen.findByLabelText(box);
    const hint = () => screen.queryByText('Една или две букви се търсят в началото на думите и на имейла.');
    expect(hint()).toBeNull();
    for (const [typed, told] of [
      ['л', true],
      [' лъ ', true],
      ['лъч', false],
      ['@', false],
    ] as const) {
      fireEvent.change(search, { target: { value: typed } });
      expect(hint() !== null, typed).toBe(told);
    }
  });
});
