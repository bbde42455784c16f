/** The file with a person's unsent work: its name, and its import. The engine decides its content (unsent-file.ts). */

import { insideOf } from '#data/inside-replica.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { ImportError } from '#sync/device/unsent-file.ts';
import { lookIntoOthersFile, mayTakeOver, type OthersFile } from './others-file.ts';

/** The result of an import. */
export interface Imported {
  /** Changes and issues that were new here. */
  readonly rows: number;
  readonly issues: number;
  /** Changes and issues that this device knew already. */
  readonly already: number;
}

/** The reason why a file was not imported. */
export type DeviceFileRefusal = ImportError['reason'] | 'too-large';

/**
 * The largest file that is read: a hundred thousand unsent changes, more than a device has. A larger one is another file, and would
 * take the page's memory.
 */
export const MOST_UNSENT_BYTES = 256 * 1024 * 1024;

/** Returns a name such as `greben-unsent-2026-11-21-1152.json`, which names no person. @param at ISO UTC */
export function unsentFileName(at: string): string {
  return `greben-unsent-${at.slice(0, 16).replace('T', '-').replaceAll(':', '')}.json`;
}

/**
 * Imports such a file; that of another person of the salon is only read, where this person may take it over.
 * @returns the imported counts, what the other person's file holds, or the reason of a refusal
 * @throws what `write` throws (StorageFullError, StorageClosedError), and what the browser throws if it cannot read the file
 */
export async function takeUnsentFile(
  replica: OpenReplica,
  file: Pick<Blob, 'size' | 'text'>,
): Promise<Imported | OthersFile | DeviceFileRefusal> {
  if (file.size > MOST_UNSENT_BYTES) return 'too-large';
  const text = await file.text();
  try {
    const content = parsed(text);
    return await insideOf(replica)
      .importUnsent(content)
      .catch((error: unknown) => {
        const isOthers = error instanceof ImportError && error.reason === 'other-person';
        if (isOthers && mayTakeOver(replica)) return lookIntoOthersFile(replica, content);
        throw error;
      });
  } catch (error) {
    if (error instanceof ImportError) return error.reason;
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ImportError('unreadable');
  }
}
