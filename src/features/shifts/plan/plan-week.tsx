import './plan.css';
import { type CSSProperties, type MouseEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { overrideKey, type Stretch } from '#domain/availability.ts';
import { formatTimeRange } from '#domain/date-format.ts';
import { newBar } from '#domain/plan-bars.ts';
import type { LocalDate } from '#domain/time.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { daysInOrder } from '#shifts/reads/week-plan.ts';
import { afterPaint } from '#ui/after-paint.ts';
import { Segmented } from '#ui/segmented.tsx';
import { PlanDayView } from './plan-day.tsx';
import { type Plan, type PlanRow, type PlanSets, planOf } from './plan-rows.ts';
import { usePlanDrag } from './use-plan-drag.ts';
import { type PlanKeysHost, usePlanKeys } from './use-plan-keys.ts';
import { type PlanScope, usePlanSave } from './use-plan-save.ts';

export interface PlanWeekProps extends PlanSets {
  employees: readonly LocalRow<'resources'>[];
  dates: readonly LocalDate[];
  today: LocalDate;
  /** An employee's day is pressed: its dialog. */
  onOpen(resourceId: string, date: LocalDate): void;
}

/** So many days are drawn at once, the others after the first paint. */
const AT_ONCE = 2;

/** The week as a picture: each day with its employees, their shifts as bars on an axis of hours. */
export function PlanWeek({ employees, weekly, overrides, reasons, dates, today, onOpen }: PlanWeekProps) {
  const { t } = useTranslation('plan');
  const [scope, setScope] = useState<PlanScope>('once');
  const [whole, setWhole] = useState(false);
  useEffect(() => afterPaint(() => setWhole(true)), []);
  const last = useRef<Plan | null>(null);
  const plan = useMemo(() => {
    last.current = planOf(employees, dates, { weekly, overrides, reasons }, last.current);
    return last.current;
  }, [employees, dates, weekly, overrides, reasons]);
  const rows = useMemo(
    () => new Map(plan.days.flatMap((day) => day.rows.map((row) => [overrideKey(row.id, row.date), row] as const))),
    [plan],
  );
  const surface = useRef<HTMLDivElement>(null);
  const voice = useRef<HTMLParagraphElement>(null);
  const save = usePlanSave(scope, weekly);

  const rowAt = (element: Element): PlanRow | undefined => {
    const id = element.closest<HTMLElement>('[data-row]')?.dataset.row ?? '';
    return rows.get(overrideKey(id, element.closest<HTMLElement>('[data-date]')?.dataset.date ?? ''));
  };
  const say = (row: PlanRow | null, bar: Stretch | null) => {
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
  const order = daysInOrder(dates, today);
  return (
    <div style={{ '--hours': (plan.axis.to - plan.axis.from) / 60 } as CSSProperties}>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <Segmented<PlanScope>
          label={t('scope')}
          value={scope}
          onChange={setScope}
          options={[
            { value: 'once', label: t('scope_once') },
            { value: 'weekly', label: t('scope_weekly') },
          ]}
        />
        <p id="plan-keys" className="hint min-w-0 flex-1">
          {t('keys')}
        </p>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are pressed; the surface hears of it once for all */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above, keys are heard beside it */}
      <div ref={surface} className="flex flex-col gap-4" onClick={onClick} {...keys}>
        {order.slice(0, whole ? order.length : AT_ONCE).map((date) => {
          const day = plan.days.find((one) => one.date === date);
          return day ? <PlanDayView key={date} day={day} axis={plan.axis} today={today} /> : null;
        })}
      </div>
      <p ref={voice} className="notice info plan-say mt-3" role="status" aria-live="assertive" />
    </div>
  );
}
