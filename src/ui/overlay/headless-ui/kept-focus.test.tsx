// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useKeptFocus } from './dialog-fixes.tsx';

afterEach(cleanup);

/** A page with a menu's button, and the frame of a dialog over it. */
function Page({ open }: { open: boolean }) {
  const frame = useRef<HTMLDivElement>(null);
  useKeptFocus(open, frame);
  return (
    <>
      <button type="button" aria-haspopup="menu">
        Още
      </button>
      <button type="button" aria-haspopup="dialog">
        Меню
      </button>
      <button type="button">Друго</button>
      <div ref={frame} tabIndex={-1} role="dialog" aria-label="Печат">
        <input aria-label="Търсене" />
      </div>
    </>
  );
}

const focus = (element: HTMLElement) => act(async () => element.focus());

it('what has the focus in a dialog keeps it when the drawer that led there gives it back to its button', async () => {
  render(<Page open />);
  const field = screen.getByRole('textbox');
  await focus(field);
  await focus(screen.getByRole('button', { name: 'Меню' }));
  expect(document.activeElement).toBe(field);
});

it('a dialog keeps the focus that the menu behind it gives back to its button, and no other', async () => {
  render(<Page open />);
  const dialog = screen.getByRole('dialog');
  await focus(dialog);
  await focus(screen.getByRole('button', { name: 'Още' }));
  expect(document.activeElement).toBe(dialog);
  await focus(screen.getByRole('button', { name: 'Друго' }));
  expect(document.activeElement).not.toBe(dialog);
});

it('once it is closed, the button has the focus', async () => {
  render(<Page open={false} />);
  await focus(screen.getByRole('dialog'));
  await focus(screen.getByRole('button', { name: 'Още' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Още' }));
});
