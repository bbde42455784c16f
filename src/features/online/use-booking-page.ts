/** The salon's public page: what this device keeps of it, read again while its settings are open, and changes of it. */
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type KeptBookingPage, keptBookingPage$, refreshBookingPage } from '#data/online/booking-page-book.ts';
import { PageRefusal, setBookingPage } from '#data/online/page-settings.ts';
import { useReplica, useSession } from '#features/shared/use-replica.ts';
import { type ServerReading, useServerReading } from '#features/shared/use-server-reading.ts';
import type { BookingPage, BookingPageChange } from '#schemas/online.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { type LiveState, useLiveState } from '#ui/timing/use-live.ts';
import { pageFailureText } from './page-words.ts';

export interface PageRead extends ServerReading {
  kept: LiveState<KeptBookingPage | null>;
}

export function useBookingPage(): PageRead {
  const replica = useReplica();
  const session = useSession();
  const kept = useLiveState(() => keptBookingPage$(replica), [replica]);
  const read = useCallback(() => refreshBookingPage(replica, session), [replica, session]);
  return { kept, ...useServerReading(read, pageFailureText) };
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
