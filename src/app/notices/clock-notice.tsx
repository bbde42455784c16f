import { ClockAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { deviceClock, dismissWrongClock } from '#data/browser/device-clock.ts';
import { zonedParts } from '#domain/time/time.ts';
import { formatTimeOf } from '#domain/time/time-format.ts';
import { formatShortDate } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { Language } from '#schemas/constants.ts';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { useIsBusy } from '#ui/timing/busy.ts';

/** Above every screen while this device's clock is far from the server's, until it is read. */
export function ClockNotice() {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const busy = useIsBusy();
  const { wrong } = useStore(deviceClock);
  const [shown, setShown] = useState(false);
  // It moves the screen down: not under somebody's hands. What is there already stays.
  if (shown !== (wrong !== null) && (shown || !busy)) setShown(wrong !== null);
  if (!wrong || !shown) return null;
  // The zone of the device, not of the salon: these are the times that its own clock shows.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const sameDay = zonedParts(wrong.device, zone).date === zonedParts(wrong.server, zone).date;
  const times = {
    device: momentOf(wrong.device, zone, sameDay, language),
    server: momentOf(wrong.server, zone, sameDay, language),
  };
  return (
    <section className="shrink-0 px-4 py-3 max-md:p-2 md:px-6" data-notice="clock" aria-label={t('clock.title')}>
      <Notice tone="warn" icon={<ClockAlert className="i mt-px" aria-hidden="true" />}>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="min-w-0 flex-1 basis-72">
            <strong>{t('clock.title')}.</strong> {t('clock.times', times)}{' '}
            <span className="max-md:sr-only">{t('clock.why')}</span>
          </p>
          <Button onClick={dismissWrongClock}>{t('clock.read')}</Button>
        </div>
      </Notice>
    </section>
  );
}

/** „10:52“, the day before it where the two are not of one day. */
function momentOf(iso: string, zone: string, sameDay: boolean, language: Language): string {
  const time = formatTimeOf(iso, zone);
  return sameDay ? time : `${formatShortDate(zonedParts(iso, zone).date, language)}, ${time}`;
}
