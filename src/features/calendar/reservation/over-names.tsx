import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { eventName, rangeWords } from '#calendar/reads/event-words.ts';
import type { Checks } from '#calendar/reads/reservation-checks.ts';

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
            {eventName(event, client, t)}, <span className="whitespace-nowrap">{range}</span>
          </Fragment>
        );
      })}
      {more}
    </b>
  );
}
