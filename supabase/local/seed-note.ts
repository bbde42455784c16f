/**
 * What a data folder remembers of its first start: the file `seed` in it names the seed that its database began with. A database
 * is filled once, when it is made; one that is empty later is empty for another reason, and a stranger's demo accounts in it would
 * be open to everybody.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SEEDS, type SeedName } from './settings.ts';
import { writeWhole } from './whole-file.ts';

export const SEED_NOTE = 'seed';
const BEGUN = ' (begun)';

export type SeedNote =
  /** The database is as its first start left it, or older than this file. */
  | 'done'
  /** The start that chose it was killed before the seed was written, and has served nobody. */
  | { begun: SeedName }
  /** There is no such file. */
  | null;

export function readSeedNote(folder: string): SeedNote {
  const file = path.join(folder, SEED_NOTE);
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8').trim();
  return SEEDS.map((begun) => ({ begun })).find(({ begun }) => text === begun + BEGUN) ?? 'done';
}

const write = (folder: string, text: string): void => writeWhole(path.join(folder, SEED_NOTE), `${text}\n`);

export const noteSeedBegun = (folder: string, seed: SeedName): void => write(folder, seed + BEGUN);

/** @param seed what it began with, where that is known */
export const noteSeedDone = (folder: string, seed: SeedName | 'unknown'): void => write(folder, seed);
