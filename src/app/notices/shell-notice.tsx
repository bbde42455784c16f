import { DatabaseZap, ReceiptText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useStore } from 'zustand';
import { dismissEmptied, emptiedDevice } from '#data/local-data/device-mark.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { useSessionState } from '#features/shared/use-replica.ts';
import { emptiedText } from '#features/sync-center/status/emptied-text.ts';
import { receiptText } from '#features/sync-center/status/receipt-text.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { isStorageGone } from '#sync/round/status.ts';
import { FootStrip, StripClose } from '#ui/page/foot-strip.tsx';
import { useIsIdle } from '#ui/timing/idle.ts';
import { useLive } from '#ui/timing/use-live.ts';

/**
 * One line at the foot of the frame, beside nothing and over nothing: an emptied device, else the receipt after an outage.
 * It waits until it is read, comes up only at a calm moment, and leaves the focus where it is.
 */
export function ShellNotice() {
  const { replica } = useSessionState();
  const { pathname } = useLocation();
  if (!replica || pathname.startsWith('/sync')) return null;
  return <Waiting key={`${replica.userId} ${replica.salonId}`} replica={replica} />;
}

function Waiting({ replica }: { replica: OpenReplica }) {
  const { t } = useTranslation('sync');
  const language = useLanguage();
  const { emptied } = useStore(emptiedDevice);
  const status = useLive(() => replica.status$, [replica]);
  const ready = status?.calendarReady;
  // That is said by a line of its own (storage-lost-strip.tsx).
  const gone = isStorageGone(status?.reason);
  const receipt = useLive(() => replica.receipt$, [replica]);
  const [shown, setShown] = useState<string | null>(null);

  const found = emptied ? 'emptied' : (receipt?.id ?? null);
  // What is there already stays through a dialog; what is new waits for its end.
  if (useIsIdle(found !== null && found !== shown)) setShown(found);
  // The first sync's page says it itself.
  if (!ready || gone || found === null || found !== shown) return null;
  if (emptied) {
    const { held, lost } = emptiedText(emptied, t, language);
    return (
      <Strip
        kind="emptied"
        icon={<DatabaseZap className="i text-warning" aria-hidden="true" />}
        text={
          <>
            {t('emptied_title')}. <span className="max-md:hidden">{held} </span>
            {lost}
          </>
        }
        onClose={dismissEmptied}
      />
    );
  }
  if (!receipt) return null;
  return (
    <Strip
      kind="receipt"
      icon={<ReceiptText className="i text-success" aria-hidden="true" />}
      text={`${t('receipt_title')}: ${receiptText(receipt, t)}.`}
      onClose={() => void replica.dismissReceipt()}
    />
  );
}

function Strip({ kind, icon, text, onClose }: { kind: string; icon: ReactNode; text: ReactNode; onClose: () => void }) {
  const { t } = useTranslation(['sync', 'common']);
  return (
    <FootStrip kind={kind} label={t('notice')}>
      <span className="flex-none">{icon}</span>
      <p className="min-w-0 flex-1 leading-snug" role="status">
        {text}
      </p>
      <Link to="/sync" className="btn btn-secondary btn-sm flex-none">
        {t('see')}
      </Link>
      <StripClose label={t('common:close')} onClick={onClose} />
    </FootStrip>
  );
}
