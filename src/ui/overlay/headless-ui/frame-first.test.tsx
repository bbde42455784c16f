// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Dialog } from '#ui/overlay/dialog.tsx';

let root: Root;

/** Renders without `act`, which would draw everything at once, so that the first frame after a press can be seen. */
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() =>
    root.render(
      <Dialog open onClose={() => undefined} title="Нова резервация" footer={<button type="submit">Запази</button>}>
        <input aria-label="Клиент" data-autofocus />
      </Dialog>,
    ),
  );
});

afterEach(() => {
  flushSync(() => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const frame = () => screen.getByRole('dialog', { name: 'Нова резервация' });

it('a dialog stands with its name and has the focus before its fields are there, and then gives it to the first', async () => {
  expect(screen.queryByLabelText('Клиент')).toBeNull();
  expect(screen.getByRole('button', { name: 'Запази' })).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Клиент')));
});

it('a key that comes before the fields finds the first one with the focus', async () => {
  await Promise.resolve();
  expect(document.activeElement).toBe(frame());
  flushSync(() => frame().dispatchEvent(new KeyboardEvent('keydown', { key: 'и', bubbles: true })));
  expect(document.activeElement).toBe(screen.getByLabelText('Клиент'));
});
