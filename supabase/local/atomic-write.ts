/** Writes so that a power cut at any moment leaves a file or a folder whole, or not there under its name. */
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A rename is on the disk when its folder is. */
export function flushFolder(folder: string): void {
  if (process.platform === 'win32') return; // opens no folder
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Writes a text file that its owner alone may read, in the place of one of that name. */
export function writeAtomically(file: string, text: string): void {
  const next = `${file}.${process.pid}`;
  writeFileSync(next, text, { mode: 0o600, flush: true });
  renameSync(next, file);
  flushFolder(path.dirname(file));
}
