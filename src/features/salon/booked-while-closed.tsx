import { CalendarX2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { of } from 'rxjs';
import { clientsById$ } from '#data/clients.queries.ts';
import { bookedWhileClosed$ } from '#data/events/closed-bookings.queries.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import type { SalonDays } from '#domain/booking/open-days.ts';
import { zonedParts } from '#domain/time/time.ts';
import { formatTimeOf } from '#domain/time/time-format.ts';
import { clientWords } from '#features/shared/client-words.ts';
import { formatDay } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Notice } from '#ui/page/notice.tsx';
import { useLiveAside } from '#ui/timing/use-live.ts';

/** So many are named, the others counted. */
const NAMED = 5;

interface BookedProps {
  replica: OpenReplica;
  /** The days to ask about. */
  open: SalonDays | null;
  /** IANA name. */
  zone: string;
  /** The days are not saved yet: the appointments are counted, not named. */
  draft?: boolean;
  className?: string;
}

/** The appointments to come for which the salon is not open: nothing happens to them, so they are said. */
export function BookedWhileClosed({ replica, open, zone, draft = false, className = 'mt-4' }: BookedProps) {
  const { t } = useTranslation('open-days');
  const language = useLanguage();
  const [now] = useState(() => new Date().toISOString());
  const key = JSON.stringify(open);
  const found =
    useLiveAside(() => (open ? bookedWhileClosed$(replica, open, zone, now) : of([])), [replica, key, zone, now]) ?? [];
  const named = draft ? [] : found.slice(0, NAMED);
  const ids = named.flatMap(({ client_id }) => (client_id ? [client_id] : []));
  const clients = useLiveAside(() => clientsById$(replica, ids), [replica, ids.join()]);
  const nameOf = ({ client_id, title }: LocalRow<'events'>) => {
    const client = client_id ? clients?.get(client_id) : undefined;
    return client ? clientWords(client) : title;
  };
  return (
    <div role="status" data-booked-while-closed>
      {found.length === 0 ? null : (
        <Notice quiet tone="warn" icon={<CalendarX2 className="i mt-px" aria-hidden="true" />} className={className}>
          {t(draft ? 'would_be_booked' : 'booked', { count: found.length })}
          {draft ? null : (
            <ul className="mt-1">
              {named.map((event) => {
                const { date } = zonedParts(event.start_time, zone);
                const words = [nameOf(event), formatDay(date, language), formatTimeOf(event.start_time, zone)];
                return (
                  <li key={event.id}>
                    <Link
                      className="inline-block min-h-6 underline underline-offset-4"
                      to={`/calendar?day=${date}&event=${event.id}`}
                    >
                      {words.filter(Boolean).join(', ')}
                    </Link>
                  </li>
                );
              })}
              {found.length > named.length ? <li>{t('and_more', { count: found.length - named.length })}</li> : null}
            </ul>
          )}
        </Notice>
      )}
    </div>
  );
}
