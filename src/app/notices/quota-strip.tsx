import { PhoneCall } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { dismissQuota, unreadQuota$ } from '#data/online/booking-page-book.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { todayIn, zonedParts } from '#domain/time/time.ts';
import { formatTimeOf } from '#domain/time/time-format.ts';
import { useSessionState } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { formatShortDate } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { FootStrip, StripClose } from '#ui/page/foot-strip.tsx';
import { useIsIdle } from '#ui/timing/idle.ts';
import { useLive } from '#ui/timing/use-live.ts';

/** Tells the owner that customers were sent away, because so many had booked: it may be a success, or somebody's script. */
export function QuotaStrip() {
  const { replica } = useSessionState();
  const { pathname } = useLocation();
  const { role } = useRights();
  if (!replica || role !== 'owner' || pathname === '/salon/online') return null;
  return <Unread key={`${replica.userId} ${replica.salonId}`} replica={replica} />;
}

function Unread({ replica }: { replica: OpenReplica }) {
  const { t } = useTranslation(['shell', 'common']);
  const language = useLanguage();
  const at = useLive(() => unreadQuota$(replica), [replica]) ?? null;
  const [shown, setShown] = useState<string | null>(null);
  if (useIsIdle(at !== null && at !== shown)) setShown(at);
  if (at === null || at !== shown) return null;
  // Of the device's zone: it is about the owner's day.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { date } = zonedParts(at, zone);
  const time = formatTimeOf(at, zone);
  const when = date === todayIn(zone, Date.now()) ? time : `${formatShortDate(date, language)}, ${time}`;
  return (
    <FootStrip kind="quota" label={t('shell:quota.label')}>
      <PhoneCall className="i flex-none text-warning" aria-hidden="true" />
      <p className="min-w-0 flex-1 leading-snug" role="status">
        {t('shell:quota.text', { when })}
      </p>
      <Link to="/salon/online" className="btn btn-secondary btn-sm flex-none">
        {t('shell:quota.see')}
      </Link>
      <StripClose label={t('common:close')} onClick={() => void dismissQuota(replica, at)} />
    </FootStrip>
  );
}
