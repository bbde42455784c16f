import { CalendarPlus, Clock, Flag, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenReplica } from '#data/open-replica.ts';
import { nextClosed, type SalonDays } from '#domain/booking/open-days.ts';
import { type LocalDate, todayIn } from '#domain/time/time.ts';
import { closedName, closedWhen, openingLines } from '#features/shared/open-words.ts';
import { RoleNote } from '#features/shared/role-note.tsx';
import { useRights } from '#features/shared/use-rights.ts';
import { formatDay } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { type ClosedDays, closedKey } from '#schemas/salon-days.ts';
import { useFocusAgain } from '#ui/input/lost-focus.ts';
import { Button } from '#ui/page/button.tsx';
import { SectionCard } from '#ui/page/section-card.tsx';
import { BookedWhileClosed } from './booked-while-closed.tsx';
import { AddClosedDialog, HolidaysDialog, useClosedDaysSave } from './closed-days-dialogs.tsx';
import { OpeningHoursDialog } from './opening-hours-dialog.tsx';

interface SalonDaysProps {
  replica: OpenReplica;
  /** The days in force; null: the salon has set none. */
  open: SalonDays | null;
  /** IANA name. */
  zone: string;
}

/** When the salon is open: its hours of the week, its closed days, and what is booked while it is closed. */
export function SalonDaysCards({ replica, open, zone }: SalonDaysProps) {
  const { t } = useTranslation(['open-days', 'rights']);
  const maySet = useRights().may('salon_settings', 'opening_hours');
  const [dialog, setDialog] = useState<'hours' | 'add' | 'holidays' | null>(null);
  const today = todayIn(zone, Date.now());
  const shared = { replica, open, zone, onClose: () => setDialog(null) };
  return (
    <div className="mt-5 max-w-[68rem]">
      <BookedWhileClosed {...{ replica, open, zone }} className="mb-5" />
      {maySet ? null : <RoleNote className="mb-5">{t('rights:days')}</RoleNote>}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <SectionCard
          title={t('hours')}
          action={
            maySet ? (
              <Button breaks icon={<Clock className="i i-sm" aria-hidden="true" />} onClick={() => setDialog('hours')}>
                {t(open?.hours ? 'hours_change' : 'hours_set')}
              </Button>
            ) : null
          }
        >
          <HoursOfWeek open={open} />
        </SectionCard>
        <SectionCard
          title={t('closed')}
          action={
            maySet ? (
              <>
                <Button breaks icon={<Flag className="i i-sm" aria-hidden="true" />} onClick={() => setDialog('holidays')}>
                  {t('holidays')}
                </Button>
                <Button breaks icon={<CalendarPlus className="i i-sm" aria-hidden="true" />} onClick={() => setDialog('add')}>
                  {t('add')}
                </Button>
              </>
            ) : null
          }
        >
          <ClosedList {...{ replica, open, today }} />
        </SectionCard>
      </div>
      {dialog === 'hours' ? <OpeningHoursDialog {...shared} /> : null}
      {dialog === 'add' ? <AddClosedDialog {...shared} today={today} /> : null}
      {dialog === 'holidays' ? <HolidaysDialog {...shared} today={today} /> : null}
    </div>
  );
}

function HoursOfWeek({ open }: Pick<SalonDaysProps, 'open'>) {
  const { t } = useTranslation('open-days');
  const language = useLanguage();
  if (!open?.hours) return <p className="text-ink-2">{t('hours_none')}</p>;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1" data-hours>
      {openingLines(open.hours, language).map(({ days, hours }) => (
        <div key={days} className="contents">
          <dt className="text-ink-2">{days}</dt>
          <dd className="tnum font-medium">{hours}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The closed days by their next date; those that are over stand folded below. */
function ClosedList({ replica, open, today }: Pick<SalonDaysProps, 'replica' | 'open'> & { today: LocalDate }) {
  const { t } = useTranslation('open-days');
  const list = useRef<HTMLDivElement>(null);
  const all = (open?.closed ?? []).map((closed) => ({ closed, next: nextClosed(closed, today) }));
  const ahead = all.filter(({ next }) => next !== null).sort((a, b) => ((a.next ?? '') < (b.next ?? '') ? -1 : 1));
  const past = all.filter(({ next }) => next === null);
  useFocusAgain(list, all.length);
  if (all.length === 0) return <p className="text-ink-2">{t('closed_none')}</p>;
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <ul className="divide-y divide-line" data-closed-days>
        {ahead.map(({ closed, next }) => (
          <ClosedRow key={closedKey(closed)} {...{ replica, closed, next }} />
        ))}
      </ul>
      {past.length > 0 ? (
        <details className="mt-2">
          <summary className="min-h-(--hit-min) cursor-pointer content-center text-ink-2">
            {t('past', { count: past.length })}
          </summary>
          <ul className="divide-y divide-line">
            {past.map(({ closed }) => (
              <ClosedRow key={closedKey(closed)} {...{ replica, closed }} next={null} />
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}

function ClosedRow({ replica, closed, next }: { replica: OpenReplica; closed: ClosedDays; next: LocalDate | null }) {
  const { t } = useTranslation('open-days');
  const language = useLanguage();
  const save = useClosedDaysSave(replica);
  const maySet = useRights().may('salon_settings', 'closed_days');
  const name = closedName(closed, language);
  const when = closed.kind === 'holiday' ? '' : closedWhen(closed, language);
  const nextWords = next && closed.kind !== 'dates' ? t('next', { date: formatDay(next, language) }) : '';
  const title = name || when;
  return (
    <li className="flex items-center gap-3 py-2">
      <span className="min-w-0 flex-1">
        <b className="block break-words font-medium">{title}</b>
        <span className="block text-ink-2 text-sm tnum">{[name ? when : '', nextWords].filter(Boolean).join(' · ')}</span>
      </span>
      {maySet ? (
        <Button
          variant="ghost"
          iconOnly
          label={t('remove_label', { what: title })}
          icon={<Trash2 className="i" aria-hidden="true" />}
          onClick={() => void save(title, (days) => days.filter((one) => closedKey(one) !== closedKey(closed)))}
        />
      ) : null}
    </li>
  );
}
