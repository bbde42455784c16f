// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { Menu } from './menu.tsx';
import { openPanels } from './open-panels.ts';
import { Popover } from './popover.tsx';

afterEach(cleanup);
const user = userEvent.setup();

const chosen = vi.fn();
const entries = ['Печат', 'Копирай', 'Клавиши', 'Изтрий'].map((label) => ({
  label,
  disabled: label === 'Копирай',
  onSelect: () => chosen(label),
}));

function page() {
  render(
    <>
      <button type="button">Преди</button>
      <Menu label="Още" entries={entries} />
      <button type="button">След</button>
    </>,
  );
  return screen.getByRole('button', { name: 'Още' });
}
const focused = () => document.activeElement?.textContent;

it('a menu is opened by a key at its first entry, walked past what is disabled, and Enter chooses', async () => {
  const opener = page();
  opener.focus();
  await user.keyboard('{Enter}');
  expect(focused()).toBe('Печат');
  expect(opener.getAttribute('aria-expanded')).toBe('true');
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Клавиши');
  await user.keyboard('{End}{ArrowDown}');
  expect(focused()).toBe('Изтрий');
  await user.keyboard('{Home}{ArrowUp}');
  expect(focused()).toBe('Печат');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(chosen).toHaveBeenCalledExactlyOnceWith('Клавиши');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(opener);
});

it('an arrow opens it, too: down at the first entry, up at the last one', async () => {
  const opener = page();
  opener.focus();
  await user.keyboard('{ArrowUp}');
  expect(focused()).toBe('Изтрий');
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(opener);
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Печат');
});

it('the first letters of an entry lead to it', async () => {
  page().focus();
  await user.keyboard('{Enter}из');
  expect(focused()).toBe('Изтрий');
});

it('opened by the pointer it marks the entry under the pointer and no other', async () => {
  await user.click(page());
  expect(document.activeElement).toBe(screen.getByRole('menu'));
  await user.hover(screen.getByRole('menuitem', { name: 'Изтрий' }));
  expect(focused()).toBe('Изтрий');
});

it('Tab leaves it and goes on from its button; a press beside it closes it and gives the focus back', async () => {
  const opener = page();
  opener.focus();
  await user.keyboard('{Enter}');
  await user.tab();
  expect(screen.queryByRole('menu')).toBeNull();
  expect(focused()).toBe('След');
  await user.click(opener);
  expect(openPanels.getState().count).toBe(1);
  await user.click(document.body);
  expect(screen.queryByRole('menu')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(opener));
  expect(openPanels.getState().count).toBe(0);
});

function Form() {
  const [open, setOpen] = useState(true);
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title="Час">
      <Popover button="Мащаб" panelLabel="Мащаб">
        <button type="button">По-малко</button>
        <button type="button">Повече</button>
      </Popover>
    </Dialog>
  );
}

it('a popover in a dialog stands in it, and Escape closes the popover alone', async () => {
  render(<Form />);
  await user.click(await screen.findByRole('button', { name: 'Мащаб' }));
  const panel = screen.getByRole('group', { name: 'Мащаб' });
  expect(screen.getByRole('dialog').contains(panel)).toBe(true);
  expect(focused()).toBe('По-малко');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('group')).toBeNull();
  expect(focused()).toBe('Мащаб');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
