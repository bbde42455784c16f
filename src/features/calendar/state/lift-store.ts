/** The words while an appointment is moved by the keyboard, the same for the screen reader and the bar at the foot. */
import { createStore } from 'zustand/vanilla';

/** At most one message in this time, ms: a held arrow key says only where it ends. */
export const SAY_EVERY_MS = 300;

interface Spoken {
  /** Something is lifted: the bar with the keys stands. */
  readonly lifted: boolean;
  /** The appointment and its old place in words, for the bar. */
  readonly from: string;
  readonly interval: number;
  /** The client waits in it: there are keys for that. */
  readonly waits: boolean;
  readonly text: string;
}

export const liftStore = createStore<Spoken>(() => ({ lifted: false, from: '', interval: 15, waits: false, text: '' }));

let last = 0;
let waiting: ReturnType<typeof setTimeout> | null = null;

/** The newest message wins; one that comes too soon waits for its turn, never longer than that, whatever the clock says. */
export function say(text: string): void {
  if (waiting) clearTimeout(waiting);
  const speak = () => {
    waiting = null;
    last = performance.now();
    liftStore.setState({ text });
  };
  const wait = Math.min(SAY_EVERY_MS, last + SAY_EVERY_MS - performance.now());
  if (wait <= 0) speak();
  else waiting = setTimeout(speak, wait);
}

export const showLifted = (from: string, interval: number, waits: boolean): void =>
  liftStore.setState({ lifted: true, from, interval, waits });
export const hideLifted = (): void => liftStore.setState({ lifted: false });
