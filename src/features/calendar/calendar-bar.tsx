import { CalendarClock, CalendarSearch, ClockArrowDown, Keyboard, Plus, Printer, SlidersHorizontal, Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStripRoom } from '#calendar/day/use-folding-strip.ts';
import { RequestsButton, useRequestCount } from '#calendar/requests/requests-button.tsx';
import type { CalendarState } from '#calendar/state/use-calendar-state.ts';
import { undoLast, useLastChange } from '#features/shared/undo.ts';
import { Segmented } from '#ui/form/segmented.tsx';
import { Switch } from '#ui/form/switch.tsx';
import { Menu } from '#ui/overlay/menu.tsx';
import { Button } from '#ui/page/button.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { useIsPhone } from '#ui/style/use-media.ts';
import { StepButton, useHasStrip, useIsRoomy, useIsWide } from './calendar-title.tsx';
import { EmployeePopover, TeamChips } from './employee-popover.tsx';
import type { TeamProps } from './team.ts';

export function ViewSwitch({ state, wide }: { state: CalendarState; wide?: boolean }) {
  const { t } = useTranslation('calendar');
  const phone = useIsPhone();
  const views = phone ? (['day', 'agenda', 'week'] as const) : (['day', 'week'] as const);
  return (
    <Segmented
      label={t('view')}
      value={state.view}
      wide={wide}
      onChange={state.onView}
      options={views.map((value) => ({ value, label: t(`views.${value}`) }))}
    />
  );
}

export interface BarProps extends TeamProps {
  onNew(): void;
  /** The search for a free slot stands open under its button. */
  finding: boolean;
  onFind(): void;
  onPrint(): void;
  /** Somebody is late, and the rest of their day moves. */
  onDelay(): void;
  onKeys(): void;
  /** Opens the customers' requests. */
  onRequests(): void;
  /** Opens what has no room in a narrow bar. */
  onOptions(): void;
}

export function BarActions({ onNew, finding, onFind, onPrint, onDelay, onKeys, onRequests, onOptions, ...team }: BarProps) {
  const { t } = useTranslation(['calendar', 'undo']);
  const { employees, state } = team;
  const phone = useIsPhone();
  const strip = useHasStrip();
  const roomy = useIsRoomy();
  const asked = useRequestCount();
  // Their button takes the room of the switch in one line.
  const wide = useIsWide() && (roomy || asked === 0);
  const last = useLastChange();
  const options = (
    <Button
      variant="ghost"
      iconOnly
      label={t('options')}
      icon={<SlidersHorizontal className="i" aria-hidden="true" />}
      onClick={onOptions}
    />
  );
  if (phone) {
    return (
      <>
        <StepButton state={state} by={1} />
        {/* On today it leads to the present hour. The narrowest phones go to today by the month. */}
        <Button
          variant="ghost"
          iconOnly
          className={classNames('max-[22.4rem]:hidden', state.date === state.today && 'text-horn!')}
          icon={<CalendarClock className="i" aria-hidden="true" />}
          label={t('today')}
          aria-current={state.date === state.today ? 'date' : undefined}
          onClick={state.onToday}
        />
        {options}
      </>
    );
  }
  const find = (
    <Button
      variant={strip ? 'ghost' : 'secondary'}
      iconOnly
      label={t('find_slot')}
      icon={<CalendarSearch className="i" aria-hidden="true" />}
      className={finding ? 'bg-primary-soft! border-primary! text-primary-ink!' : ''}
      aria-haspopup="dialog"
      aria-expanded={finding}
      data-find-button
      onClick={onFind}
    />
  );
  // Where the bar has little room, what is written is the beginning of its name.
  const fresh = (
    <Button variant="primary" icon={<Plus className="i" aria-hidden="true" />} label={t('new_appointment')} onClick={onNew}>
      {t(roomy ? 'new_appointment' : 'new_appointment_short')}
    </Button>
  );
  if (strip) {
    return (
      <>
        <RequestsButton short onOpen={onRequests} />
        {find}
        {options}
        {fresh}
      </>
    );
  }
  return (
    <>
      <RequestsButton short={!roomy} onOpen={onRequests} />
      {wide ? <Switch layout="inline" label={t('on_shift')} checked={state.onShift} onChange={state.onOnShift} /> : null}
      {employees.length === 0 ? null : <EmployeePopover {...team} withFlag={!wide} />}
      <ViewSwitch state={state} />
      {find}
      {fresh}
      <Menu
        label={t('more_actions')}
        entries={[
          {
            label: t('undo:undo_last'),
            note: last ?? t('undo:undo_nothing'),
            icon: <Undo2 className="i" aria-hidden="true" />,
            disabled: last === null,
            onSelect: () => void undoLast(),
          },
          { label: t('delay'), icon: <ClockArrowDown className="i" aria-hidden="true" />, onSelect: onDelay },
          {
            label: t(state.view === 'week' ? 'print_week' : 'print_day'),
            icon: <Printer className="i" aria-hidden="true" />,
            onSelect: onPrint,
          },
          { label: t('keys.title'), icon: <Keyboard className="i" aria-hidden="true" />, onSelect: onKeys },
        ]}
      />
    </>
  );
}

/**
 * Below a narrow bar: the employees as chips and, on a tablet, the view; over a week the team's button and flag. On a phone it stands
 * over the top of the day, and folds away (use-folding-strip.ts).
 */
export function BarStrip(team: TeamProps) {
  const { t } = useTranslation('calendar');
  const phone = useIsPhone();
  const { state, employees } = team;
  const week = state.view === 'week';
  const strip = useRef<HTMLDivElement>(null);
  const folds = phone && state.view === 'day';
  useStripRoom(strip, folds);
  return (
    <div
      ref={strip}
      className={classNames('flex flex-none items-center gap-2 border-b border-line bg-canvas px-2 py-1.5', folds && 'cal-strip')}
    >
      {employees.length === 0 ? null : week && !phone ? (
        <>
          <EmployeePopover {...team} withFlag={false} />
          <Switch layout="inline" label={t('on_shift')} checked={state.onShift} onChange={state.onOnShift} />
        </>
      ) : (
        <TeamChips {...team} />
      )}
      {phone ? null : (
        <div className="ml-auto flex-none">
          <ViewSwitch state={state} />
        </div>
      )}
    </div>
  );
}
