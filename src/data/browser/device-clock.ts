/**
 * Whether this device's clock is wrong, and whether its person has been told. Promise: once a day (of the server) at most,
 * for as long as it is wrong; when it is right again, the next time is told anew.
 */
import { createStore } from 'zustand/vanilla';
import { type ClockDrift, isWrong } from '#sync/server/server-clock.ts';

export interface WrongClock {
  /** What the device showed and what the server did at that moment, ISO UTC. */
  readonly device: string;
  readonly server: string;
}

/** What is to be told; null where nothing is, or the person has read it. */
export const deviceClock = createStore<{ wrong: WrongClock | null }>(() => ({ wrong: null }));

const KEY = 'greben.clock-told';
const dayOf = (iso: string): string => iso.slice(0, 10);
const isoOfMs = (ms: number): string => new Date(ms).toISOString();

/** The server's day on which it was last told, UTC. */
function toldOn(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // this browser keeps nothing: it is told at each start
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

/** Hears of a pull how far the clocks are apart. */
export function hearDrift(drift: ClockDrift): void {
  const found = isWrong(drift);
  if (found === null) return;
  const wrong: WrongClock = { device: isoOfMs(drift.heardAt), server: isoOfMs(drift.heardAt - drift.about) };
  if (!found) {
    if (toldOn() !== null) keepTold(null);
    if (deviceClock.getState().wrong) deviceClock.setState({ wrong: null });
  } else if (toldOn() !== dayOf(wrong.server)) deviceClock.setState({ wrong });
}

/** The person has read it. */
export function dismissWrongClock(): void {
  const { wrong } = deviceClock.getState();
  if (wrong) keepTold(dayOf(wrong.server));
  deviceClock.setState({ wrong: null });
}
