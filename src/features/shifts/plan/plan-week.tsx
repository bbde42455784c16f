import './plan.css';
import { type CSSProperties, type MouseEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SalonDays } from '#domain/booking/open-days.ts';
import { type MinuteSpan, overrideKey } from '#domain/shifts/availability.ts';
import { newBar } from '#domain/shifts/plan-bars.ts';
import type { LocalDate } from '#domain/time/time.ts';
import { formatTimeRange } from '#domain/time/time-format.ts';
import { closedLabel } from '#features/shared/open-words.ts';
import { RoleNote } from '#features/shared/role-note.tsx';
import { useRights } from '#features/shared/use-rights.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { daysInOrder } from '#shifts/reads/week-plan.ts';
import { Segmented } from '#ui/form/segmented.tsx';
import { deferUntilPaint } from '#ui/timing/defer-until-paint.ts';
import { PlanDayView } from './plan-day.tsx';
import { type Plan, type PlanRow, type PlanSets, planRowsOf } from './plan-rows.ts';
import { usePlanDrag } from './use-plan-drag.ts';
import { type PlanKeysHost, usePlanKeys } from './use-plan-keys.ts';
import { type PlanScope, usePlanSave } from './use-plan-save.ts';

export interface PlanWeekProps extends PlanSets {
  employees: readonly LocalRow<'resources'>[];
  dates: readonly LocalDate[];
  today: LocalDate;
  /** When the salon is open. */
  openDays: SalonDays | null;
  /** For how long a change of a bar holds; the screen keeps it from week to week. */
  scope: PlanScope;
  onScope(scope: PlanScope): void;
  /** An employee's day is pressed: its dialog. */
  onOpen(resourceId: string, date: LocalDate): void;
}

/** From so many employees on, rows are drawn once they come near to what is in view; of fewer all are, with their day. */
const MANY = 15;
/** The least that a row takes, and what stands above the first, px. */
const ROW_PX = 44;
const ABOVE_PX = 220;

/** The week as a picture: each day with its employees, their shifts as bars on an axis of hours. */
export function PlanWeek(props: PlanWeekProps) {
  const { employees, weekly, overrides, reasons, dates, today, openDays, scope, onScope, onOpen } = props;
  const { t } = useTranslation(['plan', 'rights']);
  const maySetWeekly = useRights().may('employee_weekly_shifts', 'intervals');
  const language = useLanguage();
  const order = daysInOrder(dates, today);
  const begun = order.join();
  const many = employees.length > MANY;
  // What a window shows is drawn at once; the other days one by one, each after the one before has been painted.
  const first = many ? 1 : 2;
  const [shown, setShown] = useState({ begun, days: first });
  const days = shown.begun === begun ? shown.days : first;
  useEffect(() => {
    if (days < 7) deferUntilPaint(() => setShown({ begun, days: days + 1 }));
  }, [begun, days]);
  const [room] = useState(() => Math.ceil((window.innerHeight - ABOVE_PX) / ROW_PX));
  const last = useRef<Plan | null>(null);
  const plan = useMemo(() => {
    last.current = planRowsOf(employees, dates, { weekly, overrides, reasons }, last.current);
    return last.current;
  }, [employees, dates, weekly, overrides, reasons]);
  const rows = useMemo(
    () => new Map(plan.days.flatMap((day) => day.rows.map((row) => [overrideKey(row.id, row.date), row] as const))),
    [plan],
  );
  const surface = useRef<HTMLDivElement>(null);
  const voice = useRef<HTMLParagraphElement>(null);
  // A row that nothing has changed keeps its object: another one was changed elsewhere while its bar was in hand.
  const save = usePlanSave(maySetWeekly ? scope : 'once', weekly, (row) => rows.get(overrideKey(row.id, row.date)) === row);

  const rowAt = (element: Element): PlanRow | undefined => {
    const id = element.closest<HTMLElement>('[data-row]')?.dataset.row ?? '';
    return rows.get(overrideKey(id, element.closest<HTMLElement>('[data-date]')?.dataset.date ?? ''));
  };
  const say = (row: PlanRow | null, bar: MinuteSpan | null) => {
    if (voice.current)
      voice.current.textContent = row && bar ? `${row.name}, ${formatTimeRange(bar.from, bar.to)}. ${t('in_hand')}` : '';
  };
  const handlers: PlanKeysHost = { axis: plan.axis, rowAt, save, say };
  const host = useRef(handlers);
  useLayoutEffect(() => {
    host.current = handlers;
  });
  usePlanDrag(surface, host);
  const keys = usePlanKeys(host);

  const onClick = useCallback(
    ({ target, detail }: MouseEvent) => {
      if (!(target instanceof Element)) return;
      const row = host.current.rowAt(target);
      if (!row || !target.closest('[data-track], [data-plan-stop]')) return;
      if (!target.closest('[data-add]')) return onOpen(row.id, row.date);
      const bar = detail === 0 ? null : newBar(row.bars);
      if (bar) void host.current.save(row, [...row.bars, bar]);
    },
    [onOpen],
  );
  return (
    <div style={{ '--hours': (plan.axis.to - plan.axis.from) / 60 } as CSSProperties}>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        {maySetWeekly ? (
          <Segmented<PlanScope>
            label={t('scope')}
            value={scope}
            onChange={onScope}
            options={[
              { value: 'once', label: t('scope_once') },
              { value: 'weekly', label: t('scope_weekly') },
            ]}
          />
        ) : (
          <RoleNote>{t('rights:weekly')}</RoleNote>
        )}
        <p id="plan-keys" className="hint min-w-0 flex-1">
          {t('keys')}
        </p>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are pressed; the surface hears of it once for all */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above, keys are heard beside it */}
      <div ref={surface} data-plan className="flex flex-col gap-4" onClick={onClick} {...keys}>
        {order.slice(0, days).map((date, index) => {
          const day = plan.days.find((one) => one.date === date);
          const atOnce = many ? (index === 0 ? room : 0) : employees.length;
          const closed = closedLabel(openDays, date, language);
          return day ? <PlanDayView key={date} {...{ day, today, atOnce, closed }} axis={plan.axis} /> : null;
        })}
      </div>
      <p ref={voice} className="notice info plan-say mt-3" role="status" aria-live="assertive" />
    </div>
  );
}
