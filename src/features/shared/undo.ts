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
import { dismissToast, toast, toasts } from '#ui/overlay/toast-store.ts';
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
  /** Emits once the change has been told to somebody and stays: it is not offered any more, and an undo by key says why. */
  told$?: Observable<unknown> | undefined;
}

const MOST_KEPT = 20;
const KEPT_OUTCOMES = ['partly', 'changed', 'gone', 'told'] as const satisfies readonly UndoOutcome[];
interface UndoStack {
  entries: readonly UndoEntry[];
  /** Those of the entries that stay. */
  told: ReadonlySet<UndoEntry>;
  owner: object | null;
}
const undoStack = createStore<UndoStack>(() => ({ entries: [], told: new Set(), owner: null }));

const t = (key: string) => i18n.t(`undo:${key}`);

/** The toast that offers to take something back; of several about one event, by its id, the last. */
const toastOf = new WeakMap<UndoEntry, string>();
const lastToastOf = new Map<string, string>();

function withdraw(offer: string | undefined): void {
  if (offer !== undefined) dismissToast(offer);
}

/** @param below the last line, a warning */
const linesOf = ({ saved, text }: UndoEntry, below: string | null | undefined) =>
  createElement(
    Fragment,
    null,
    saved ?? t('saved'),
    createElement('span', { className: 'block text-ink-3' }, text),
    below ? createElement('span', { className: 'block text-warning' }, below) : null,
  );

/** Says that it was saved, with a button that takes it back; Ctrl+Z does the same as long as it is kept here. */
export function offerUndo(entry: UndoEntry): void {
  undoStack.setState(({ entries }) => ({ entries: [...entries, entry].slice(-MOST_KEPT) }));
  const id = toast({
    title: t('saved_title'),
    description: linesOf(entry, entry.warning),
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
  entry.told$?.pipe(take(1)).subscribe(() => {
    if (!undoStack.getState().entries.includes(entry)) return;
    undoStack.setState(({ told }) => ({ told: new Set([...told, entry]) }));
    toasts.update(id, { action: undefined, description: linesOf(entry, t('told')) });
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

/** Returns the change that Undo would take back now; undefined if there is none, or it stays. */
function offered({ entries, told }: UndoStack): UndoEntry | undefined {
  const last = entries.at(-1);
  return last && !told.has(last) ? last : undefined;
}

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

/** Takes the last change back, or says why it stays. Returns false if there is none. */
export async function undoLast(): Promise<boolean> {
  await settled();
  const last = undoStack.getState().entries.at(-1);
  if (!last) return false;
  await takeUp(last);
  return true;
}

/** Returns the change that Undo would take back now, in words; null if there is none. */
export function useLastChange(): string | null {
  return useStore(undoStack, (stack) => offered(stack)?.text ?? null);
}

/** Returns true if the last change was made to this event, and can be taken back. */
export function useIsLastChanged(eventId: string): boolean {
  return useStore(undoStack, (stack) => offered(stack)?.eventId === eventId);
}

/** Empties the list for another salon or another person: their changes are not taken back here. */
export function keepUndoFor(owner: object): void {
  if (undoStack.getState().owner === owner) return;
  undoStack.setState({ entries: [], told: new Set(), owner });
  lastToastOf.clear();
  pending.clear();
}
