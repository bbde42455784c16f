/**
 * Saves that meet a full device. The form stays open and waiting while the storage dialog asks; with room made the very
 * same save runs again. Every form goes through `saving`, so that none can forget to ask.
 */

import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';
import { type FailureKey, failureOf, StorageFullError } from '#data/failures.ts';
import { i18n } from '#i18n/i18n.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import type { LiveState } from '#ui/timing/use-live.ts';

/** A save that found no room, until a person or new room decides. */
interface Unsaved {
  /** The name of the unsaved thing in people's words: „Виктор Пенчев, 16:00“. */
  readonly what: string;
  /** Runs the save again. False: still no room. */
  readonly again: () => Promise<boolean>;
  /** The save is given up: the form hears that there was no room, and keeps what was typed. */
  readonly giveUp: () => void;
}

interface FullDevice {
  /** A write has found no room, and none has succeeded since. */
  readonly full: boolean;
  /** The storage dialog is open. */
  readonly open: boolean;
  readonly unsaved: Unsaved | null;
}

const ROOM: FullDevice = { full: false, open: false, unsaved: null };

export const storageFull = createStore<FullDevice>(() => ROOM);

/**
 * A write has succeeded: there is room again. A save that waits goes back to its form and is not run unasked: the round that
 * made this known may have brought what somebody else changed in the same record.
 */
export function roomAgain(): void {
  const { unsaved } = storageFull.getState();
  storageFull.setState(ROOM);
  unsaved?.giveUp();
}

/** A name, or what finds it once it is needed. */
type Name = string | (() => Promise<string>);

/**
 * Runs a save. Where the device has no room it resolves or rejects only after that was decided.
 * @param what the thing that is being saved, by its name
 * @throws what `save` throws; StorageFullError once the person has given up
 */
export async function saving<T>(what: Name, save: () => Promise<T>): Promise<T> {
  try {
    const saved = await save();
    roomAgain();
    return saved;
  } catch (error) {
    if (!(error instanceof StorageFullError)) throw error;
    storageFull.getState().unsaved?.giveUp();
    return asked(typeof what === 'string' ? what : await what(), save, error);
  }
}

function asked<T>(what: string, save: () => Promise<T>, full: StorageFullError): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const again = async () => {
      try {
        const saved = await save();
        storageFull.setState(ROOM);
        resolve(saved);
        return true;
      } catch (error) {
        if (error instanceof StorageFullError) return false;
        // Room there was: what stands in the way now is the form's to say.
        storageFull.setState(ROOM);
        reject(error);
        return true;
      }
    };
    const giveUp = () => {
      storageFull.setState({ open: false, unsaved: null });
      reject(full);
    };
    storageFull.setState({ full: true, open: true, unsaved: { what, again, giveUp } });
  });
}

/** Another person, another salon: nothing of the former one's is shown or saved any more. */
export function forgetFull(): void {
  storageFull.getState().unsaved?.giveUp();
  storageFull.setState(ROOM);
}

/** From the chip: what the device holds, and what can be freed. */
export function askForRoom(): void {
  storageFull.setState({ open: true });
}

/** Closes the dialog; a save that waits is given up. */
export function leaveForLater(): void {
  const { unsaved } = storageFull.getState();
  if (unsaved) unsaved.giveUp();
  else storageFull.setState({ open: false });
}

/** A removal by its name. */
export const deletionOf = (name: string): string => i18n.t('common:deletion_of', { name });

const WORDED: ReadonlySet<FailureKey> = new Set(['storage_full', 'storage_closed', 'invalid_id', 'role_owner', 'role_manager']);

/** Why something was not saved, for the line below the fixed text: in the person's language where we have words for it. */
export function failureText(error: unknown): string {
  const { key, detail } = failureOf(error);
  return WORDED.has(key) ? i18n.t(`common:${key}`) : detail;
}

/** A read that failed is told by a toast beside the box with Retry (document 2 §8), once for each failure. */
export function useLoadFailure({ error }: LiveState<unknown>, title: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure, not for each language
  useEffect(() => {
    if (error === undefined) return;
    console.error(title, error);
    toast({ title, description: failureText(error), variant: 'destructive' });
  }, [error]);
}
