import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { forgetSalonReadError, salonReadError } from '#data/salon/salon-read-error.ts';
import { zonedParts } from '#domain/time.ts';
import { shownDate } from '#i18n/read-date.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

/** That the salon could not be read on this device, also when it can again: for the person, and for whoever helps them. */
export function KeptReadError() {
  const { t } = useTranslation('salon');
  const language = useLanguage();
  const { error } = useStore(salonReadError);
  if (!error) return null;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const clock = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', hourCycle: 'h23' });
  const date = shownDate(zonedParts(error.at, timeZone).date, language);
  return (
    <Notice tone="bad" className="mb-4 max-w-[68rem]">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="min-w-[min(12rem,100%)] flex-1">
          {t('read_failed', { date, time: clock.format(new Date(error.at)) })}
          <span className="block text-sm text-ink-2 break-words">{error.message}</span>
        </span>
        <Button size="sm" onClick={forgetSalonReadError}>
          {t('read_failed_seen')}
        </Button>
      </span>
    </Notice>
  );
}
