import { ChevronDown, UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CalendarState } from '#calendar/state/use-calendar-state.ts';
import { splitName } from '#domain/names.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { EmployeeAvatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { classNames } from '#ui/class-names.ts';
import { Popover } from '#ui/popover.tsx';
import { Switch } from '#ui/switch.tsx';
import { useIsPhone } from '#ui/use-media.ts';

export type Employees = readonly LocalRow<'resources'>[];

export interface TeamProps {
  employees: Employees;
  state: CalendarState;
}

function toggled(hidden: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(hidden);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** A box for each employee (CAL-11). */
export function TeamBoxes({ employees, state: { hidden, onHidden } }: TeamProps) {
  const { t } = useTranslation('calendar');
  const none = employees.every(({ id }) => hidden.has(id));
  return (
    <>
      {employees.map(({ id, name, color }) => (
        <Checkbox
          key={id}
          className="opt-row"
          checked={!hidden.has(id)}
          onChange={() => onHidden(toggled(hidden, id))}
          icon={<EmployeeAvatar name={name} color={color} size="sm" />}
          label={name}
        />
      ))}
      {/* A team of forty is longer than the window: these stay in sight. */}
      <div className="sticky -bottom-1.5 -mb-1.5 flex gap-1 bg-surface pt-1 pb-1.5">
        <Button variant="ghost" className="flex-1" disabled={hidden.size === 0} onClick={() => onHidden(new Set())}>
          {t('show_all')}
        </Button>
        <Button
          variant="ghost"
          className="flex-1"
          disabled={none}
          onClick={() => onHidden(new Set(employees.map(({ id }) => id)))}
        >
          {t('hide_all')}
        </Button>
      </div>
    </>
  );
}

/** The team behind a button of the bar; `withFlag`: where the bar has no room for „Само на смяна“, it stands in here. */
export function EmployeePopover({ withFlag, ...team }: TeamProps & { withFlag: boolean }) {
  const { t } = useTranslation('calendar');
  const { employees, state } = team;
  const shown = employees.filter(({ id }) => !state.hidden.has(id)).length;
  return (
    <Popover
      anchor="bottom end"
      label={t('team_shown', { shown, total: employees.length })}
      panelLabel={t('team')}
      panelClassName="w-72 max-w-[calc(100vw-1rem)]"
      button={
        <>
          <UsersRound className="i" aria-hidden="true" />
          <span>{t('team')}</span> <span className="count">{shown}</span>
          <ChevronDown className="i i-sm" aria-hidden="true" />
        </>
      }
    >
      {withFlag ? (
        <Switch
          className="mb-1 border-line border-b px-2 pb-1"
          label={t('on_shift')}
          checked={state.onShift}
          onChange={state.onOnShift}
        />
      ) : null}
      <TeamBoxes {...team} />
    </Popover>
  );
}

/** On a phone and an upright tablet: one tap shows or hides an employee's column. */
export function TeamChips({ employees, state: { hidden, onHidden } }: TeamProps) {
  const { t } = useTranslation('calendar');
  const phone = useIsPhone();
  return (
    <fieldset className="flex min-w-0 flex-1 gap-1 overflow-x-auto">
      <legend className="sr-only">{t('team')}</legend>
      {employees.map(({ id, name, color }) => {
        const shown = !hidden.has(id);
        const { first, last } = splitName(name);
        return (
          <button
            key={id}
            type="button"
            aria-pressed={shown}
            title={name}
            className={classNames(
              'flex flex-none items-center rounded-lg text-ink-2',
              phone ? 'w-[58px] flex-col gap-0.5 py-1.5' : 'min-h-(--control-h) gap-2 rounded-full! px-1.5',
              shown && 'bg-primary-soft text-primary-ink font-semibold',
              shown && !phone && 'pr-3!',
            )}
            onClick={() => onHidden(toggled(hidden, id))}
          >
            <EmployeeAvatar name={name} color={color} />
            <span
              className={classNames(
                'relative truncate',
                phone ? 'w-full text-center text-2xs leading-4' : shown ? 'max-w-[9ch]' : 'sr-only',
              )}
            >
              {first} <span className="sr-only">{last}</span>
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
