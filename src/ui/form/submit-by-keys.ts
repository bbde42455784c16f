import type { KeyboardEvent } from 'react';

/**
 * Presses the form's submit button by Ctrl (or Command) and Enter, from each of its fields and buttons. In the capture phase: a
 * button would take the key as a press of its own.
 */
export function submitByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, ctrlKey, metaKey, repeat, currentTarget: form, target } = event;
  if (key !== 'Enter' || !(ctrlKey || metaKey) || repeat || !form.contains(target as Node)) return;
  event.preventDefault();
  event.stopPropagation();
  form.querySelector<HTMLButtonElement>('button[type="submit"]')?.click();
}
