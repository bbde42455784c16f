import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useLeaveDialog } from '#ui/leave-dialog.tsx';

const WAYS = {
  employee: { none: 'reservation.no_employees', add: 'add_employee', to: '/employees/add' },
  service: { none: 'reservation.no_services', add: 'add_service', to: '/services/add' },
} as const;

/** Beside a list that has nothing to choose from: the way to add one. Whoever typed something is asked before it is left. */
export function DeadEnd({ what }: { what: keyof typeof WAYS }) {
  const { t } = useTranslation('calendar');
  const navigate = useNavigate();
  const leave = useLeaveDialog();
  const { none, add, to } = WAYS[what];
  const onClick = (click: MouseEvent) => {
    // Ctrl and a click open another tab, and leave nothing.
    if (!leave || click.ctrlKey || click.metaKey || click.shiftKey) return;
    click.preventDefault();
    leave(() => void navigate(to));
  };
  return (
    <>
      {t(none)}.{' '}
      <Link to={to} className="font-medium text-primary-ink underline" onClick={onClick}>
        {t(add)}
      </Link>
    </>
  );
}
