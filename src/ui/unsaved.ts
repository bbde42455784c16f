/**
 * What is typed in a form of a page and not saved: it is never left without a question, whichever way the person goes.
 * Dialogs ask by themselves.
 */
import { createStore } from 'zustand/vanilla';

const typed = new Set<symbol>();

/** Where the person wants to go while the question stands; the guard of the open form puts it. */
export const leaving = createStore<{ go: (() => void) | null }>(() => ({ go: null }));

/** A form holds something that is not saved, until it is told otherwise. Returns what tells it. */
export function holdTyped(): () => void {
  const form = Symbol('form');
  typed.add(form);
  return () => {
    typed.delete(form);
  };
}

export const isTyped = (): boolean => typed.size > 0;

const settled = new Set<() => void>();

/** It is saved, or may go, or the record is gone: before the way leads on. */
export function typedIsSaved(): void {
  typed.clear();
  for (const tell of [...settled]) tell();
}

/** Hears when what is typed was saved or given up. Returns what ends it. */
export function onTypedSaved(tell: () => void): () => void {
  settled.add(tell);
  return () => {
    settled.delete(tell);
  };
}

/** Does `go` at once, or once the person has said that what they typed may go. For ways that change no address. */
export function leaveTyped(go: () => void): void {
  if (isTyped()) leaving.setState({ go });
  else go();
}
