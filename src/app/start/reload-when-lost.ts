/**
 * A page whose database died, or was cleared, under it can only be loaded anew. Promises: it does so by itself where nothing is
 * typed and nobody is busy, once in five minutes at most, so that it never goes in circles; never while it alone knows of
 * something unsent: what looks dead may just be cleared, so the disk is read once more first; by hand only after a question
 * where something would be gone.
 */
import { createStore } from 'zustand/vanilla';
import { keepNote, readNote } from '#data/browser/small-notes.ts';
import { lookAgain, mayReload } from '#data/local-data/device-loss.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { isStorageGone } from '#sync/round/status.ts';
import { confirmLeave, isTyped } from '#ui/form/unsaved.ts';
import { isBusy } from '#ui/timing/busy.ts';

/** A database that the browser closed for a moment opens again by itself before this, in milliseconds. */
const FOR_GOOD_MS = 3_000;
const LOOK_EVERY_MS = 1_000;
const AGAIN_AFTER_MS = 5 * 60_000;
const RELOADED = 'greben.reloaded';

/** Somebody types in a field that no form guards: a search, a note. */
function isTyping(): boolean {
  const field = document.activeElement;
  return (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== '';
}

/**
 * By this tab's own note; where the browser keeps none the page is not loaded anew unasked. In WebKit the process that holds the
 * databases holds these notes too, and both end together. The window's name outlives that and a loading anew.
 */
function mayAgain(now: number): boolean {
  const [label, named] = window.name.split(' ');
  const notes = [readNote('session', RELOADED), label === RELOADED ? named : null];
  if (notes.some((at) => Math.abs(now - Number(at ?? 0)) < AGAIN_AFTER_MS)) return false;
  window.name = `${RELOADED} ${now}`;
  return keepNote('session', RELOADED, String(now));
}

const reloadPage = (): void => window.location.reload();

/** Watches an open replica. Returns what ends it. */
export function reloadWhenLost(replica: OpenReplica, reload: () => void = reloadPage): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    const asked = timer;
    await lookAgain(replica);
    if (timer !== asked) return;
    const isCalm = !isBusy() && !isTyped() && !isTyping();
    if (mayReload(replica) && isCalm && mayAgain(Date.now())) reload();
    else timer = setTimeout(() => void look(), LOOK_EVERY_MS);
  };
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  let gone = false;
  const watching = replica.status$.subscribe(({ reason }) => {
    if (isStorageGone(reason) === gone) return;
    gone = !gone;
    stop();
    if (gone) timer = setTimeout(() => void look(), FOR_GOOD_MS);
  });
  return () => {
    stop();
    watching.unsubscribe();
  };
}

/** The question stands: something unsent is in this window alone. */
export const reloadAsked = createStore<{ asked: boolean }>(() => ({ asked: false }));

/** The person wants the page anew. */
export function askReload(replica: OpenReplica): void {
  confirmLeave(() => {
    void lookAgain(replica).then(() => {
      if (mayReload(replica)) reloadPage();
      else reloadAsked.setState({ asked: true });
    });
  });
}
