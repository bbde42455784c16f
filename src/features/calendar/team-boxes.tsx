import { useTranslation } from 'react-i18next';
import { Checkbox } from '#ui/form/checkbox.tsx';
import { EmployeeAvatar } from '#ui/page/avatar.tsx';
import { Button } from '#ui/page/button.tsx';
import { type TeamProps, toggled } from './team.ts';

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
