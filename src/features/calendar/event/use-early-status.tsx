import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isEarly, type ShownStatus, shownStatus } from '#domain/booking/event-status.ts';
import { zonedParts } from '#domain/time/time.ts';
import { formatTimeOf } from '#domain/time/time-format.ts';
import { formatDay } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';

interface Asked {
  start: string;
  status: ShownStatus;
  set(): void;
}

/**
 * Done, or did not come, of an appointment that has not begun yet, is mostly a slip of the finger: it is asked about once.
 * @param now as it stands: what another device has set while the question stood is not pressed again
 */
export function useEarlyStatus(zone: string, now: LocalRow<'events'>) {
  const { t } = useTranslation('booking');
  const language = useLanguage();
  const [asked, setAsked] = useState<Asked | null>(null);
  const answer = (set?: () => void) => {
    setAsked(null);
    set?.();
  };
  const question = asked ? (
    <ConfirmDialog
      open
      tone="primary"
      title={t('early.title', { status: t(`status.${asked.status}`) })}
      confirmLabel={t('early.yes')}
      cancelLabel={t('cancel')}
      onCancel={() => answer()}
      onConfirm={() => answer(shownStatus(now) === asked.status ? undefined : asked.set)}
    >
      {t('early.body', { day: formatDay(zonedParts(asked.start, zone).date, language), time: formatTimeOf(asked.start, zone) })}
    </ConfirmDialog>
  ) : null;
  return {
    question,
    /** Sets it, at once or after the question. */
    ask(event: LocalRow<'events'>, status: ShownStatus, set: () => void) {
      if (isEarly(event, status, new Date().toISOString())) setAsked({ start: event.start_time, status, set });
      else set();
    },
  };
}
