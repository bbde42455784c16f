/** Writes files so that a power cut at any moment leaves them whole, or not there under their name. */
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Flushes a folder. A rename is on the disk once its folder is. */
export function flushFolder(folder: string): void {
  if (process.platform === 'win32') return; // Windows cannot open a folder
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Writes a text file that only its owner may read, and replaces one of that name. */
export function writeAtomically(file: string, text: string): void {
  const next = `${file}.${process.pid}`;
  writeFileSync(next, text, { mode: 0o600, flush: true });
  renameSync(next, file);
  flushFolder(path.dirname(file));
}
