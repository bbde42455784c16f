import { Check, Inbox, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isTooLate } from '#domain/booking/customer-requests.ts';
import { isRequest } from '#domain/booking/event-status.ts';
import { todayIn, zonedParts } from '#domain/time/time.ts';
import { formatTimeOf } from '#domain/time/time-format.ts';
import { formatDay } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';

/** „13:00“; on another day than today „чт, 19/11/2026, 9:00“. */
export function useUntilWords(until: string, zone: string): string {
  const language = useLanguage();
  const { date } = zonedParts(until, zone);
  const time = formatTimeOf(until, zone);
  return date === todayIn(zone, Date.now()) ? time : `${formatDay(date, language)}, ${time}`;
}

interface RequestAnswerProps {
  event: LocalRow<'events'>;
  zone: string;
  onConfirm(): void;
  onDecline(): void;
}

/** Of a customer's request: until when it waits, and the two answers. Nothing for any other booking. */
export function RequestAnswer(props: RequestAnswerProps) {
  return isRequest(props.event) ? <Asked {...props} until={props.event.requested_until ?? ''} /> : null;
}

function Asked({ until, zone, onConfirm, onDecline }: RequestAnswerProps & { until: string }) {
  const { t } = useTranslation('booking');
  const when = useUntilWords(until, zone);
  const late = isTooLate({ until }, new Date().toISOString());
  return (
    <section className="mb-3" aria-label={t('request.title')}>
      <Notice quiet tone={late ? 'warn' : 'info'} icon={<Inbox className="i mt-px" aria-hidden="true" />} className="py-2.5!">
        <p className="text-sm">{t(late ? 'request.late' : 'request.waits', { when })}</p>
      </Notice>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="primary" breaks icon={<Check className="i" aria-hidden="true" />} onClick={onConfirm}>
          {t('request.confirm')}
        </Button>
        <Button variant="danger-ghost" breaks icon={<X className="i" aria-hidden="true" />} onClick={onDecline}>
          {t('request.decline')}
        </Button>
      </div>
    </section>
  );
}
