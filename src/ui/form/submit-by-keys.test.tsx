// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { submitByKeys } from './submit-by-keys.ts';

afterEach(cleanup);

function show(disabled = false) {
  const saved = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  const pressed = vi.fn();
  render(
    <form onKeyDownCapture={submitByKeys} onSubmit={saved}>
      <textarea aria-label="notes" />
      <button type="button" onKeyDown={pressed}>
        chip
      </button>
      <button type="submit" disabled={disabled}>
        save
      </button>
    </form>,
  );
  return { saved, pressed, notes: screen.getByLabelText('notes'), chip: screen.getByText('chip') };
}

it.each(['ctrlKey', 'metaKey'])('Enter with %s saves from a text of several lines and from a button, once', (held) => {
  const { saved, pressed, notes, chip } = show();
  fireEvent.keyDown(notes, { key: 'Enter', [held]: true });
  expect(saved).toHaveBeenCalledTimes(1);
  fireEvent.keyDown(chip, { key: 'Enter', [held]: true });
  expect(saved).toHaveBeenCalledTimes(2);
  expect(pressed).not.toHaveBeenCalled();
  fireEvent.keyDown(notes, { key: 'Enter', [held]: true, repeat: true });
  expect(saved).toHaveBeenCalledTimes(2);
});

it('saves nothing where the form cannot be saved, nor by Enter alone', () => {
  const { saved, notes } = show(true);
  fireEvent.keyDown(notes, { key: 'Enter', ctrlKey: true });
  expect(saved).not.toHaveBeenCalled();
  cleanup();
  const other = show();
  fireEvent.keyDown(other.notes, { key: 'Enter' });
  expect(other.saved).not.toHaveBeenCalled();
});
