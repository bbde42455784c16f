// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setLanguage } from '#i18n/i18n.ts';
import { CopyPreview } from './copy-dialog.tsx';

afterEach(cleanup);

it('no range of hours is broken over two lines', async () => {
  await setLanguage('bg');
  const hours = { before: '9:00–10:00, 12:00–13:00', after: '9:00–13:00, 14:00–19:00', lost: '' };
  render(<CopyPreview list={{ sets: [], lines: [{ key: 'maria', who: 'Мария', when: 'пн', ...hours }], left: 0 }} />);
  const line = screen.getByRole('listitem');
  expect(line.textContent).toContain('9:00–10:00, 12:00–13:00 → 9:00–13:00, 14:00–19:00');
  const whole = [...line.querySelectorAll('.whitespace-nowrap')].map((part) => part.textContent);
  expect(whole).toEqual(['9:00–10:00', '12:00–13:00', '9:00–13:00', '14:00–19:00']);
});
