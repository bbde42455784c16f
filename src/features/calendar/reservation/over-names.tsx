import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { rangeWords } from '#calendar/reads/range-words.ts';
import type { Checks } from '#calendar/reads/reservation-checks.ts';
import { clientName } from '#domain/names.ts';

interface OverNamesProps {
  over: Checks['over'];
  zone: string;
  /** After the last name, such as „и още 3“. */
  more?: ReactNode;
}

/** Whom a booking would lie over: names with their times, which are never broken over two lines. */
export function OverNames({ over, zone, more }: OverNamesProps) {
  const { t } = useTranslation('calendar');
  return (
    <b className="font-semibold">
      {over.map(({ event, client }, at) => {
        const range = rangeWords(event, zone, t);
        return (
          <Fragment key={event.id}>
            {at > 0 ? '; ' : null}
            {client ? clientName(client) : event.title || t(event.type === 'blocking' ? 'blocked_title' : 'no_client')},{' '}
            <span className="whitespace-nowrap">{range}</span>
          </Fragment>
        );
      })}
      {more}
    </b>
  );
}
