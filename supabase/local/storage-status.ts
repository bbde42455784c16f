/** The real Storage says `ok` when it runs; ours must have written, read and removed a file to say it, at most once in ten seconds. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const KEPT_MS = 10_000;

export interface StorageStatus {
  status: number;
  body: { status: 'ok' } | { status: 'error'; message: string };
}

async function tried(folder: string): Promise<StorageStatus> {
  const text = randomUUID();
  const file = path.join(folder, 'storage', `health-${text}`);
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
    if ((await readFile(file, 'utf8')) !== text) throw new Error('What was written is not what is read');
    await rm(file);
    return { status: 200, body: { status: 'ok' } };
  } catch (error) {
    return { status: 503, body: { status: 'error', message: (error as NodeJS.ErrnoException).code ?? 'unknown' } };
  }
}

/** Whoever asks within ten seconds gets what the one before got: nobody makes the disk work. */
export function storageStatus(folder: string, now: () => number = Date.now): () => Promise<StorageStatus> {
  let last: { at: number; result: Promise<StorageStatus> } | null = null;
  return () => {
    if (!last || now() - last.at >= KEPT_MS) last = { at: now(), result: tried(folder) };
    return last.result;
  };
}
