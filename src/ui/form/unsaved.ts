/**
 * Keeps track of text that is typed in the form of a page and not saved: every way out asks before the text is lost. Dialogs ask
 * themselves.
 */
import { createStore } from 'zustand/vanilla';

const typed = new Set<symbol>();

/** The navigation that waits for the answer to the question; the guard of the open form asks it. */
export const pendingLeave = createStore<{ go: (() => void) | null }>(() => ({ go: null }));

/** Notes that a form holds something unsaved. Returns a function that ends the note. */
export function markUnsaved(): () => void {
  const form = Symbol('form');
  typed.add(form);
  return () => {
    typed.delete(form);
  };
}

export const isTyped = (): boolean => typed.size > 0;

const settled = new Set<() => void>();

/** Called before the navigation goes on: the text is saved, may be lost, or its record is gone. */
export function typedIsSaved(): void {
  typed.clear();
  for (const tell of [...settled]) tell();
}

/** Calls `tell` when the typed text was saved or given up. Returns a function that ends it. */
export function onTypedSaved(tell: () => void): () => void {
  settled.add(tell);
  return () => {
    settled.delete(tell);
  };
}

/** Calls `go` at once, or after the person has agreed to lose what they typed. It is for ways out that change no address. */
export function confirmLeave(go: () => void): void {
  if (isTyped()) pendingLeave.setState({ go });
  else go();
}
