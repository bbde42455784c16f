/**
 * The list of changes made here that can be taken back: by the toast, by Ctrl+Z in the calendar and the shifts, from the
 * calendar's menu, and from the quick card until the next change. All screens share one list, as the calendar writes shifts,
 * too. The texts of these toasts are `undo.json` of `src/i18n`.
 */
import { Undo2 } from 'lucide-react';
import { createElement, Fragment } from 'react';
import { filter, type Observable, take } from 'rxjs';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { UndoOutcome } from '#data/row-writes.ts';
import { i18n } from '#i18n/i18n.ts';
import { dismissToast, toast } from '#ui/overlay/toast-store.ts';
import { failureText } from './use-saving.ts';

export interface UndoEntry {
  /** The person, the place and the time: the line below the fixed text. */
  text: string;
  /** A warning about the change, if there is one: the line below that. */
  warning?: string | undefined;
  /** The line after the undo; without it the same line as before is used. */
  back?: string;
  /** Resolves with an UndoOutcome; anything else means that all was taken back. */
  undo: () => Promise<unknown>;
  /** The event that was changed: its quick card offers the undo. */
  eventId?: string | undefined;
  /** The fixed text where it is another than that something was saved. */
  saved?: string;
  /** The kind of rows that were changed, if they are no appointments: the words about a partial undo differ. */
  about?: 'shifts' | 'salon_days';
  /** Emits false once the person's role does not allow the undo any more: it is not offered then. */
  allowed$?: Observable<boolean> | undefined;
}

const MOST_KEPT = 20;
const KEPT_OUTCOMES = ['partly', 'changed', 'gone', 'told'] as const satisfies readonly UndoOutcome[];
const undoStack = createStore<{ entries: readonly UndoEntry[]; owner: object | null }>(() => ({ entries: [], owner: null }));

const t = (key: string) => i18n.t(`undo:${key}`);

/** The toast that offers to take something back; of several about one event, by its id, the last. */
const toastOf = new WeakMap<UndoEntry, string>();
const lastToastOf = new Map<string, string>();

function withdraw(offer: string | undefined): void {
  if (offer !== undefined) dismissToast(offer);
}

/** Says that it was saved, with a button that takes it back; Ctrl+Z does the same as long as it is kept here. */
export function offerUndo(entry: UndoEntry): void {
  undoStack.setState(({ entries }) => ({ entries: [...entries, entry].slice(-MOST_KEPT) }));
  const id = toast({
    title: t('saved_title'),
    description: createElement(
      Fragment,
      null,
      entry.saved ?? t('saved'),
      createElement('span', { className: 'block text-ink-3' }, entry.text),
      entry.warning ? createElement('span', { className: 'block text-warning' }, entry.warning) : null,
    ),
    action: {
      label: t('undo'),
      icon: createElement(Undo2, { className: 'i i-sm', 'aria-hidden': true }),
      onAction: () => void takeUp(entry),
    },
  });
  toastOf.set(entry, id);
  entry.allowed$
    ?.pipe(
      filter((isAllowed) => !isAllowed),
      take(1),
    )
    .subscribe(() => {
      forget(entry);
      withdraw(id);
    });
  if (entry.eventId === undefined) return;
  // An older one would find the newer change in its way.
  withdraw(lastToastOf.get(entry.eventId));
  lastToastOf.set(entry.eventId, id);
}

/** Saves and undos under way. The next undo waits for them, as it may rest on what they write. */
const pending = new Set<Promise<unknown>>();

/** Marks this saving as the last thing that was done, which Undo takes back. Returns the work itself. */
export function trackSave<T>(work: Promise<T>): Promise<T> {
  pending.add(work);
  const done = () => pending.delete(work);
  work.then(done, done);
  return work;
}

const settled = () => Promise.allSettled(pending);

const forget = (entry: UndoEntry) =>
  undoStack.setState(({ entries }) => ({ entries: entries.filter((other) => other !== entry) }));

function takeUp(entry: UndoEntry): Promise<void> {
  if (!undoStack.getState().entries.includes(entry)) return Promise.resolve(); // Ctrl+Z was faster
  forget(entry);
  withdraw(toastOf.get(entry));
  return trackSave(settled().then(() => takeBack(entry)));
}

async function takeBack(entry: UndoEntry): Promise<void> {
  try {
    const answer = await entry.undo();
    const outcome = KEPT_OUTCOMES.find((known) => known === answer);
    if (!outcome) toast({ title: t('undone'), description: entry.back ?? entry.text });
    else {
      const about = entry.about ? `_${entry.about}` : '';
      toast({ title: t(`undo_${outcome}_title`), description: t(`undo_${outcome}${about}`), variant: 'destructive' });
    }
  } catch (error) {
    console.error(error);
    toast({ title: t('undo_failed'), description: failureText(error), variant: 'destructive' });
  }
}

/** Takes the last change back. Returns false if there is none. */
export async function undoLast(): Promise<boolean> {
  await settled();
  const last = undoStack.getState().entries.at(-1);
  if (!last) return false;
  await takeUp(last);
  return true;
}

/** Returns the change that Undo would take back now, in words; null if there is none. */
export function useLastChange(): string | null {
  return useStore(undoStack, ({ entries }) => entries.at(-1)?.text ?? null);
}

/** Returns true if the last change was made to this event. */
export function useIsLastChanged(eventId: string): boolean {
  return useStore(undoStack, ({ entries }) => entries.at(-1)?.eventId === eventId);
}

/** Empties the list for another salon or another person: their changes are not taken back here. */
export function keepUndoFor(owner: object): void {
  if (undoStack.getState().owner === owner) return;
  undoStack.setState({ entries: [], owner });
  lastToastOf.clear();
  pending.clear();
}
