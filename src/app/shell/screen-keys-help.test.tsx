// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setLanguage } from '#i18n/i18n.ts';
import { ScreenKeysHelp } from './screen-keys-help.tsx';

const user = userEvent.setup();
beforeEach(() => setLanguage('bg'));
afterEach(cleanup);

const at = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <input aria-label="бележка" />
      <ScreenKeysHelp />
    </MemoryRouter>,
  );
const listed = () => screen.getAllByRole('definition').map((does) => does.textContent);

it('„?“ lists the keys of the screen, and those that are heard everywhere', async () => {
  at('/shifts');
  await user.keyboard('?');
  expect(screen.getByRole('dialog', { name: 'Клавиши' })).toBeTruthy();
  expect(listed()).toContain('Върни последното');
  expect(listed()).toContain('Търси в салона');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('screens without keys of their own list what is heard everywhere', async () => {
  at('/clients');
  await user.keyboard('?');
  expect(screen.queryByText('На този екран')).toBeNull();
  expect(listed()).toHaveLength(6);
});

it('a question mark in a field is a question mark, and the calendar has a list of its own', async () => {
  at('/clients');
  await user.type(screen.getByLabelText('бележка'), '?');
  expect(screen.queryByRole('dialog')).toBeNull();
  cleanup();
  at('/calendar');
  await user.keyboard('?');
  expect(screen.queryByRole('dialog')).toBeNull();
});
