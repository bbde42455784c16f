import { Plus, X } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenReplica } from '#data/open-replica.ts';
import { stillMay } from '#data/person-rights.ts';
import { undoSalonTexts, updateSalonTexts } from '#data/salon.commands.ts';
import type { SalonDays } from '#domain/booking/open-days.ts';
import { isPastMidnight, type RowsProblem, rowsProblem, type ShiftTimes } from '#domain/shifts/shift-hours.ts';
import { WEEKDAYS } from '#domain/shifts/usual-week.ts';
import { minuteOfClock } from '#domain/time/time.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { openingLines, weekdayName } from '#features/shared/open-words.ts';
import { timesWith } from '#features/shared/shift-times.ts';
import { offerUndo } from '#features/shared/undo.ts';
import { failureText, saving } from '#features/shared/use-saving.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { Language } from '#schemas/constants.ts';
import { MOST_HOURS_OF_DAY, type OpeningInterval, openingHoursText } from '#schemas/salon-days.ts';
import { Checkbox } from '#ui/form/checkbox.tsx';
import { Select } from '#ui/form/select.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { LeaveButton } from '#ui/overlay/leave-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { BookedWhileClosed } from './booked-while-closed.tsx';

/** The hours of each weekday, 0 is Sunday; none: closed. */
type Week = Readonly<Record<number, readonly ShiftTimes[]>>;

const DAY: ShiftTimes = { start: '09:00', end: '19:00' };
/** The first values of a salon that has set none. */
const FIRST: Week = { 1: [DAY], 2: [DAY], 3: [DAY], 4: [DAY], 5: [DAY] };

const weekOf = (hours: readonly OpeningInterval[]): Week =>
  Object.fromEntries(
    WEEKDAYS.map((weekday) => [
      weekday,
      hours.filter((one) => one.weekday === weekday).map(({ start, end }): ShiftTimes => ({ start, end })),
    ]),
  );
const hoursOf = (week: Week): OpeningInterval[] =>
  WEEKDAYS.flatMap((weekday) => (week[weekday] ?? []).map((times) => ({ weekday, ...times })));

/** „пн–пт 9:00–19:00; сб–нд затворено“; empty for none. */
const hoursWords = (hours: readonly OpeningInterval[] | null, language: Language): string =>
  (hours ? openingLines(hours, language) : []).map((line) => `${line.days} ${line.hours}`).join('; ');

interface OpeningHoursProps {
  replica: OpenReplica;
  /** The days in force; null: the salon has set none. */
  open: SalonDays | null;
  /** IANA name. */
  zone: string;
  onClose: () => void;
}

/** The opening hours of the week: one decision, saved whole. */
export function OpeningHoursDialog({ replica, open, zone, onClose }: OpeningHoursProps) {
  const { t } = useTranslation(['open-days', 'common']);
  const language = useLanguage();
  const [opened] = useState<Week>(() => (open?.hours ? weekOf(open.hours) : FIRST));
  const [week, setWeek] = useState(opened);
  const now = openingHoursText(open?.hours ?? []);
  const [first] = useState(now);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const problems = new Map(
    WEEKDAYS.flatMap((weekday) => {
      const problem = rowsProblem(week[weekday] ?? []);
      return problem ? [[weekday, problem] as const] : [];
    }),
  );
  const none = WEEKDAYS.every((weekday) => (week[weekday] ?? []).length === 0);
  const text = problems.size > 0 ? null : openingHoursText(hoursOf(week));
  const change = (weekday: number, rows: readonly ShiftTimes[]) => setWeek({ ...week, [weekday]: rows });
  const firstOpen = WEEKDAYS.find((weekday) => (week[weekday] ?? []).length > 0);
  /** A weekday that opens takes the hours of the open one before it, else of the first open one. */
  const firstRows = (weekday: (typeof WEEKDAYS)[number]): readonly ShiftTimes[] => {
    const at = WEEKDAYS.indexOf(weekday);
    const before = WEEKDAYS.slice(0, at).findLast((one) => (week[one] ?? []).length > 0);
    const rows = week[before ?? firstOpen ?? weekday] ?? [];
    return rows.length > 0 ? rows : [DAY];
  };

  const save = async (opening_hours: string | null) => {
    if (busy) return;
    setBusy(true);
    try {
      const edit = await saving(t('said_hours'), () => updateSalonTexts(replica, { opening_hours }));
      offerUndo({
        ...{ text: t('said_hours'), saved: t('saved_hours'), about: 'salon_days' },
        allowed$: stillMay(replica, 'salon_settings', 'opening_hours'),
        undo: () => undoSalonTexts(replica, edit),
      });
      onClose();
    } catch (error) {
      console.error(error);
      toast({ title: t('not_saved'), description: failureText(error), variant: 'destructive' });
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      dirty={JSON.stringify(hoursOf(week)) !== JSON.stringify(hoursOf(opened))}
      title={t('hours')}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!none && problems.size === 0) void save(text);
      }}
      footer={
        <>
          {open?.hours ? (
            <Button variant="danger-ghost" className="-ml-2" breaks onClick={() => void save(null)}>
              {t('take_away')}
            </Button>
          ) : null}
          <LeaveButton className="ml-auto">{t('common:cancel')}</LeaveButton>
          <Button type="submit" variant="primary" busy={busy}>
            {t('common:save')}
          </Button>
        </>
      }
    >
      <p className="mb-3 text-ink-2">{t('hours_rule')}</p>
      <div role="status">
        {now === first ? null : (
          <Notice quiet tone="info" className="mb-3">
            {t('changed_meanwhile', { hours: hoursWords(open?.hours ?? null, language) || t('hours_none') })}
          </Notice>
        )}
      </div>
      {tried && none ? (
        <Notice quiet tone="bad" className="mb-3">
          {t('none_open')}
        </Notice>
      ) : null}
      <ul className="divide-y divide-line" data-opening-hours>
        {WEEKDAYS.map((weekday) => (
          <Weekday
            key={weekday}
            weekday={weekday}
            rows={week[weekday] ?? []}
            problem={tried ? (problems.get(weekday) ?? null) : null}
            onChange={(rows) => change(weekday, rows)}
            onOpen={(isOpen) => change(weekday, isOpen ? firstRows(weekday) : [])}
          >
            {weekday === firstOpen ? (
              <Button
                breaks
                variant="ghost"
                size="sm"
                className="-ml-2"
                onClick={() =>
                  setWeek(
                    Object.fromEntries(WEEKDAYS.map((one) => [one, (week[one] ?? []).length > 0 ? (week[weekday] ?? []) : []])),
                  )
                }
              >
                {t('same_for_all')}
              </Button>
            ) : null}
          </Weekday>
        ))}
      </ul>
      {text === null ? null : (
        <BookedWhileClosed replica={replica} open={{ hours: hoursOf(week), closed: open?.closed ?? [] }} zone={zone} draft />
      )}
      <p className="sr-only" role="status">
        {tried && none
          ? t('none_open')
          : tried && problems.size > 0
            ? [...problems].map(([weekday, { key }]) => `${weekdayName(weekday, language, 'long')}: ${t(key)}`).join(' ')
            : ''}
      </p>
    </Dialog>
  );
}

interface WeekdayProps {
  /** 0 is Sunday. */
  weekday: number;
  rows: readonly ShiftTimes[];
  problem: RowsProblem | null;
  onChange: (rows: readonly ShiftTimes[]) => void;
  onOpen: (isOpen: boolean) => void;
  children: React.ReactNode;
}

/** A weekday: closed, or its hours; a break at noon is a second row. */
function Weekday({ weekday, rows, problem, onChange, onOpen, children }: WeekdayProps) {
  const { t } = useTranslation('open-days');
  const language = useLanguage();
  const day = weekdayName(weekday, language, 'long');
  const put = (at: number, times: Partial<ShiftTimes>) => onChange(rows.map((row, n) => (n === at ? { ...row, ...times } : row)));
  return (
    <li className="grid grid-cols-[9.5rem_1fr] items-start gap-x-3 py-2 max-sm:grid-cols-1" data-weekday={weekday}>
      <Checkbox
        checked={rows.length > 0}
        onChange={onOpen}
        label={
          <>
            <span className="sr-only">{t('open_on', { day })}</span>
            <span aria-hidden="true">{day}</span>
          </>
        }
      />
      {rows.length === 0 ? (
        <span className="self-center text-ink-3 max-sm:pl-8">{t('closed_all_day')}</span>
      ) : (
        <div className="min-w-0">
          <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_2.75rem] items-start gap-2">
            {rows.map((row, at) => {
              const number = at + 1;
              const wrong = problem?.row === at ? t(problem.key) : undefined;
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
                <Fragment key={at}>
                  <Select
                    hideLabel
                    label={t('opens', { day, row: number })}
                    value={row.start || null}
                    placeholder={t('choose_time')}
                    options={timesWith(row.start)}
                    onChange={(start) => put(at, { start })}
                  />
                  <span className="pt-2.5 text-ink-3" aria-hidden="true">
                    –
                  </span>
                  <Select
                    hideLabel
                    label={t('closes', { day, row: number })}
                    value={row.end || null}
                    placeholder={t('choose_time')}
                    options={timesWith(row.end)}
                    onChange={(end) => put(at, { end })}
                    error={wrong}
                    hint={isPastMidnight(row) ? t('past_midnight', { time: formatTime(minuteOfClock(row.end)) }) : undefined}
                  />
                  {at > 0 ? (
                    <Button
                      variant="ghost"
                      iconOnly
                      label={t('remove_row', { day, row: number })}
                      icon={<X className="i" aria-hidden="true" />}
                      onClick={({ currentTarget }) => {
                        onChange(rows.filter((_, n) => n !== at));
                        currentTarget.closest('li')?.querySelector('input')?.focus();
                      }}
                    />
                  ) : rows.length < MOST_HOURS_OF_DAY ? (
                    <Button
                      variant="ghost"
                      iconOnly
                      label={t('break', { day })}
                      icon={<Plus className="i" aria-hidden="true" />}
                      onClick={() => onChange([...rows, { start: '', end: '' }])}
                    />
                  ) : (
                    <span />
                  )}
                </Fragment>
              );
            })}
          </div>
          {children}
        </div>
      )}
    </li>
  );
}
