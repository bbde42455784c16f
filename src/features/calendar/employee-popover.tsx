import { ChevronDown, UserRound, UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { splitName } from '#domain/people/names.ts';
import { Switch } from '#ui/form/switch.tsx';
import { Popover } from '#ui/overlay/popover.tsx';
import { EmployeeAvatar } from '#ui/page/avatar.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { useIsPhone } from '#ui/style/use-media.ts';
import { lazyPart } from '#ui/timing/lazy-component.tsx';
import { type TeamProps, toggled } from './team.ts';

const TeamBoxes = lazyPart(() => import('./team-boxes.tsx').then((m) => m.TeamBoxes));

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
      {team.mine ? (
        <Switch
          className="mb-1 border-line border-b px-2 pb-1"
          label={t('mine')}
          checked={team.mine.on}
          onChange={team.mine.onMine}
        />
      ) : null}
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
export function TeamChips({ employees, mine, state: { hidden, onHidden } }: TeamProps) {
  const { t } = useTranslation('calendar');
  const phone = useIsPhone();
  return (
    <fieldset className="flex min-w-0 flex-1 gap-1 overflow-x-auto">
      <legend className="sr-only">{t('team')}</legend>
      {mine ? (
        <button
          type="button"
          aria-pressed={mine.on}
          className={classNames(
            'flex flex-none items-center rounded-lg text-ink-2',
            phone ? 'w-14.5 flex-col justify-center gap-0.5 py-1.5 text-2xs' : 'min-h-(--control-h) gap-2 rounded-full! px-3',
            mine.on && 'bg-primary-soft text-primary-ink font-semibold',
          )}
          onClick={() => mine.onMine(!mine.on)}
        >
          <UserRound className="i" aria-hidden="true" />
          {t('mine')}
        </button>
      ) : null}
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
              phone ? 'w-14.5 flex-col gap-0.5 py-1.5' : 'min-h-(--control-h) gap-2 rounded-full! px-1.5',
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
