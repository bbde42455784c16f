/**
 * Who asks much at once takes turns with themselves: so many at the same time of one name, so many more wait, the rest are
 * refused. Promise: nobody waits for somebody else's turns.
 */
export interface TurnsOptions {
  atOnce: number;
  waiting: number;
  patienceMs: number;
}

export interface Turns {
  /** Resolves with what ends the turn, or with null when there are too many before it. */
  take(name: string): Promise<(() => void) | null>;
}

interface Line {
  taken: number;
  waiting: ((turn: boolean) => void)[];
}

export function takingTurns({ atOnce, waiting, patienceMs }: TurnsOptions): Turns {
  const lines = new Map<string, Line>();

  function leave(name: string, line: Line): void {
    const next = line.waiting.shift();
    if (next)
      next(true); // the turn goes on to the next one
    else line.taken -= 1;
    if (line.taken === 0) lines.delete(name);
  }

  function turnOf(name: string, line: Line): () => void {
    let over = false;
    return () => {
      if (over) return;
      over = true;
      leave(name, line);
    };
  }

  return {
    async take(name) {
      const line = lines.get(name) ?? { taken: 0, waiting: [] };
      lines.set(name, line);
      if (line.taken < atOnce) {
        line.taken += 1;
        return turnOf(name, line);
      }
      if (line.waiting.length >= waiting) return null;
      const came = await new Promise<boolean>((resolve) => {
        const impatient = setTimeout(() => {
          line.waiting.splice(line.waiting.indexOf(next), 1);
          resolve(false);
        }, patienceMs);
        const next = (turn: boolean) => {
          clearTimeout(impatient);
          resolve(turn);
        };
        line.waiting.push(next);
      });
      return came ? turnOf(name, line) : null;
    },
  };
}
