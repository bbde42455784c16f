import { useTranslation } from 'react-i18next';
import { GRID_END, GRID_START } from '#domain/booking/day-layout.ts';
import type { SalonDays } from '#domain/booking/open-days.ts';
import { type MinuteSpan, shiftLabel } from '#domain/shifts/availability.ts';
import type { LocalDate } from '#domain/time/time.ts';
import { closedLabel } from '#features/shared/open-words.ts';
import { formatDayMonth, formatWeekday } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { offWords } from '#shifts/reads/shift-words.ts';
import { daysInOrder, type PlannedWeek } from '#shifts/reads/week-plan.ts';
import { EmployeeAvatar } from '#ui/page/avatar.tsx';
import { Badge } from '#ui/page/badge.tsx';
import { classNames } from '#ui/style/class-names.ts';

export interface ShiftsWeekProps {
  plan: readonly PlannedWeek[];
  dates: readonly LocalDate[];
  today: LocalDate;
  /** When the salon is open. */
  openDays: SalonDays | null;
  onOpen: (employeeId: string, date: LocalDate) => void;
}

/** The days, today first and past ones last; each with who works and when. */
export function ShiftsWeek({ plan, dates, today, openDays, onOpen }: ShiftsWeekProps) {
  const { t } = useTranslation('shifts');
  const language = useLanguage();
  return (
    <div className="flex flex-col gap-4 max-md:p-3">
      {daysInOrder(dates, today).map((date) => {
        const closed = closedLabel(openDays, date, language);
        const rows = plan.map(({ employee, days }) => {
          const day = days.find((one) => one.date === date);
          return {
            employee,
            ...{ stretches: day?.stretches ?? [], worked: day?.worked ?? [] },
            away: offWords(day ?? { off: null }, t),
          };
        });
        const past = date < today;
        const working = rows.filter((row) => row.worked.length > 0);
        const said = rows.filter((row) => row.stretches.length > 0 || row.away);
        const off = rows.filter((row) => !said.includes(row));
        return (
          <section key={date} className={classNames('card overflow-hidden', past && 'past')} data-date={date}>
            <header className="flex flex-wrap items-baseline gap-x-2 gap-y-1 border-b border-line bg-surface-2 px-4 py-2.5 md:px-5">
              <h2 className="text-base first-letter:uppercase">{formatWeekday(date, language, 'long')}</h2>
              <span className="text-ink-2">{formatDayMonth(date, language)}</span>
              {date === today ? <Badge className="bg-horn! text-on-horn! self-center">{t('today_badge')}</Badge> : null}
              {past ? <span className="text-xs text-ink-2">{t('past_mark')}</span> : null}
              {closed === null ? null : (
                <Badge className="self-center" tone="warn">
                  {closed}
                </Badge>
              )}
              <span className="ml-auto text-xs text-ink-2">{t('on_shift', { count: working.length })}</span>
            </header>
            <ul className="px-4 py-1 md:px-5">
              {said.map(({ employee, stretches, worked, away }) => (
                <li key={employee.id}>
                  <button
                    type="button"
                    className="-mx-2 flex min-h-11 w-[calc(100%+1rem)] items-center gap-3 rounded-md px-2 text-left hover:bg-surface-2"
                    aria-haspopup="dialog"
                    onClick={() => onOpen(employee.id, date)}
                  >
                    <span className="flex w-44 min-w-0 items-center gap-2.5 max-md:flex-1">
                      <EmployeeAvatar name={employee.name} color={employee.color} size="sm" />
                      <span className="truncate font-medium">{employee.name}</span>
                    </span>
                    <span
                      className={classNames(
                        'tnum text-sm max-md:max-w-34 max-md:text-right md:w-52',
                        worked.length === 0 && 'text-ink-3',
                      )}
                    >
                      {stretches.map((stretch, at) => (
                        <span key={stretch.from}>
                          {at === 0 ? null : ', '}
                          <span className="whitespace-nowrap">{shiftLabel([stretch])}</span>
                        </span>
                      ))}
                      {away ? <span className="block text-ink-2">{away}</span> : null}
                    </span>
                    <ShiftBar stretches={worked} color={employee.color} />
                  </button>
                </li>
              ))}
              {off.length > 0 ? (
                <li className="flex min-h-11 flex-wrap items-center gap-x-2 text-sm text-ink-2">
                  <span>{t('off')}:</span>
                  {off.map(({ employee }) => (
                    <button
                      key={employee.id}
                      type="button"
                      className="min-h-11 rounded-md px-2 underline decoration-line-strong underline-offset-4 hover:bg-surface-2"
                      aria-haspopup="dialog"
                      onClick={() => onOpen(employee.id, date)}
                    >
                      {employee.name}
                    </button>
                  ))}
                </li>
              ) : null}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

const SPAN = GRID_END - GRID_START;
const HOURS = Array.from({ length: SPAN / 60 - 1 }, (_, hour) => ((hour + 1) * 60) / SPAN);
const percent = (part: number) => `${part * 100}%`;
const inGrid = (minute: number) => Math.min(GRID_END, Math.max(GRID_START, minute)) - GRID_START;

/** The day's hours as a comb with the shifts drawn on it; the words beside it say the same. */
function ShiftBar({ stretches, color }: { stretches: readonly MinuteSpan[]; color: string }) {
  return (
    <span className="relative h-7 flex-1 overflow-hidden rounded-md bg-surface-2 max-md:hidden" aria-hidden="true">
      {HOURS.map((at) => (
        <i key={at} className="absolute top-0 h-1.5 w-px bg-line-strong" style={{ left: percent(at) }} />
      ))}
      {stretches.map(({ from, to }) => (
        <i
          key={from}
          className="absolute inset-y-1 rounded forced-color-adjust-none"
          style={{
            left: percent(inGrid(from) / SPAN),
            width: percent((inGrid(to) - inGrid(from)) / SPAN),
            background: `oklch(from ${color} var(--evt-bg-l) min(calc(c * .42), .075) h)`,
            boxShadow: `inset 3px 0 0 oklch(from ${color} var(--evt-bar-l) min(c, .2) h)`,
          }}
        />
      ))}
    </span>
  );
}
