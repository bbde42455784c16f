import { useCallback, useEffect, useState } from 'react';
import { isUnreached } from '#data/session/auth-errors.ts';
import { useOnline } from './use-online.ts';

/** A screen reads again this often while somebody looks at it, ms. */
const AGAIN_MS = 60_000;

export interface ServerReading {
  /** Why the last reading failed; null while it is under way, after a good one, and without a line. */
  failure: string | null;
  /** Nothing can be changed: there is no line. */
  isOffline: boolean;
  /** Reads again; never rejects. */
  refresh(): Promise<void>;
}

/**
 * Reads from the server as long as a screen is open: at once, after the line is back, and each minute.
 * @param read the same function as long as it reads the same
 * @param textOf the text of a failure that is no lost line; a function of a module
 */
export function useServerReading(read: () => Promise<unknown>, textOf: (error: unknown) => string): ServerReading {
  const online = useOnline();
  const [failure, setFailure] = useState<string | null>(null);
  const [unreached, setUnreached] = useState(false);
  const refresh = useCallback(async () => {
    try {
      await read();
      setFailure(null);
      setUnreached(false);
    } catch (error) {
      console.info('The server could not be read', error);
      setUnreached(isUnreached(error));
      setFailure(isUnreached(error) ? null : textOf(error));
    }
  }, [read, textOf]);
  useEffect(() => {
    if (!online) return undefined;
    void refresh();
    const timer = setInterval(() => document.visibilityState === 'visible' && void refresh(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [online, refresh]);
  return { failure, isOffline: !online || unreached, refresh };
}
