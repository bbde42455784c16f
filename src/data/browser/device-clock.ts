/**
 * Tells a person that this device's clock is wrong. Promise: they are told at most once a day of the server while it is wrong;
 * after it was right, the next fault is told at once.
 */
import { createStore } from 'zustand/vanilla';
import { type ClockDrift, isWrong } from '#sync/server/server-clock.ts';

/** A device clock that is wrong. */
export interface WrongClock {
  /** The device's time and the server's at that moment, ISO UTC. */
  readonly device: string;
  readonly server: string;
}

/** The wrong clock to show; null if there is none, or if the person has read it. */
export const deviceClock = createStore<{ wrong: WrongClock | null }>(() => ({ wrong: null }));

const KEY = 'greben.clock-told';
const dayOf = (iso: string): string => iso.slice(0, 10);
const isoOfMs = (ms: number): string => new Date(ms).toISOString();

/** Returns the server's day (UTC) on which a wrong clock was last told. */
function toldOn(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // this browser keeps no notes, so it is told at each start
  }
}

function keepTold(day: string | null): void {
  try {
    if (day === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, day);
  } catch (error) {
    console.info('This browser does not keep that the clock was told of', error);
  }
}

/** Takes note of the difference of the clocks that a pull has found. */
export function hearDrift(drift: ClockDrift): void {
  const found = isWrong(drift);
  if (found === null) return;
  const wrong: WrongClock = { device: isoOfMs(drift.heardAt), server: isoOfMs(drift.heardAt - drift.about) };
  if (!found) {
    if (toldOn() !== null) keepTold(null);
    if (deviceClock.getState().wrong) deviceClock.setState({ wrong: null });
  } else if (toldOn() !== dayOf(wrong.server)) deviceClock.setState({ wrong });
}

/** Takes the notice away: the person has read it. */
export function dismissWrongClock(): void {
  const { wrong } = deviceClock.getState();
  if (wrong) keepTold(dayOf(wrong.server));
  deviceClock.setState({ wrong: null });
}
