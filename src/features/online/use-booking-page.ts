/** The salon's public page: what this device keeps of it, read again while its settings are open, and changes of it. */
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type KeptBookingPage, keptBookingPage$, refreshBookingPage } from '#data/online/booking-page-book.ts';
import { PageRefusal, setBookingPage } from '#data/online/page-settings.ts';
import { isUnreached } from '#data/session/auth-errors.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { useReplica, useSession } from '#features/shared/use-replica.ts';
import type { BookingPage, BookingPageChange } from '#schemas/online.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { type LiveState, useLiveState } from '#ui/timing/use-live.ts';
import { pageFailureText } from './page-words.ts';

/** The settings read again this often while somebody looks at them, ms. */
const AGAIN_MS = 60_000;

export interface PageRead {
  kept: LiveState<KeptBookingPage | null>;
  /** Why the last reading failed; null while it is under way, after a good one, and without a line. */
  failure: string | null;
  /** Nothing can be changed: there is no line. */
  isOffline: boolean;
  /** Reads again; never rejects. */
  refresh(): Promise<void>;
}

export function useBookingPage(): PageRead {
  const replica = useReplica();
  const session = useSession();
  const online = useOnline();
  const [failure, setFailure] = useState<string | null>(null);
  const [unreached, setUnreached] = useState(false);
  const kept = useLiveState(() => keptBookingPage$(replica), [replica]);
  const refresh = useCallback(async () => {
    try {
      await refreshBookingPage(replica, session);
      setFailure(null);
      setUnreached(false);
    } catch (error) {
      console.info('The page for customers could not be read', error);
      setUnreached(isUnreached(error));
      setFailure(isUnreached(error) ? null : pageFailureText(error));
    }
  }, [replica, session]);
  useEffect(() => {
    if (!online) return undefined;
    void refresh();
    const timer = setInterval(() => document.visibilityState === 'visible' && void refresh(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [online, refresh]);
  return { kept, failure, isOffline: !online || unreached, refresh };
}

/** The outcome of a change: the hint of a refusal that a form says beside a field, or '' for what a toast has told. */
export type PageChanged = { done: true; page: BookingPage } | { done: false; hint: string };

export interface PageChanging {
  busy: boolean;
  /** @param beside hints that the form says beside a field; never rejects */
  change(change: BookingPageChange, beside?: readonly string[]): Promise<PageChanged>;
}

export function usePageChange(): PageChanging {
  const { t } = useTranslation('online');
  const replica = useReplica();
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const change = async (changed: BookingPageChange, beside: readonly string[] = []): Promise<PageChanged> => {
    setBusy(true);
    try {
      return { done: true, page: await setBookingPage(replica, session, changed) };
    } catch (error) {
      const hint = error instanceof PageRefusal ? error.hint : '';
      if (beside.includes(hint)) return { done: false, hint };
      console.warn('The page for customers was not changed', error);
      toast({ title: t('not_saved'), description: pageFailureText(error), variant: 'destructive' });
      return { done: false, hint: '' };
    } finally {
      setBusy(false);
    }
  };
  return { busy, change };
}
