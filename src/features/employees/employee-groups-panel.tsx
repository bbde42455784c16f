import { Eye, EyeOff } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalRow } from '#schemas/registry.ts';
import { ErrorBox } from '#ui/error-box.tsx';
import { PendingBadge } from '#ui/pending-badge.tsx';
import type { LiveState } from '#ui/use-live.ts';

export interface EmployeeGroupsPanelProps {
  groups: LiveState<readonly LocalRow<'employee_groups'>[]>;
  employees: readonly LocalRow<'resources'>[];
}

/** The groups there are, with how many employees each has. */
export function EmployeeGroupsPanel({ groups, employees }: EmployeeGroupsPanelProps) {
  const { t } = useTranslation('employees');
  const sizeOf = (id: string) => employees.filter((employee) => employee.group_id === id).length;
  return (
    <aside className="card max-md:mx-3 max-md:mb-3" aria-labelledby="employee-groups">
      <h2 id="employee-groups" className="px-4 pt-3 pb-2 text-base">
        {t('groups')}
      </h2>
      {groups.phase === 'failed' ? (
        <ErrorBox
          title={t('failed_to_load_employee_groups')}
          detail={String(groups.error)}
          onRetry={groups.retry}
          className="m-2"
        />
      ) : null}
      {groups.value?.length === 0 ? <p className="px-4 pb-4 text-sm text-ink-2">{t('no_groups')}</p> : null}
      <ul className="flex flex-col gap-1.5 px-2 pb-2">
        {groups.value?.map((group) => (
          <li key={group.id} className="rounded-md border border-line px-3 py-2.5">
            <div className="flex items-center gap-2.5">
              <span className="dot h-6!" style={{ '--c': group.color } as CSSProperties} aria-hidden="true" />
              <span className="min-w-0 flex-1">
                <b className="block truncate font-semibold leading-tight">{group.name}</b>
                <span className="text-xs text-ink-3">{t('group_count', { count: sizeOf(group.id) })}</span>
              </span>
              {group.pending ? <PendingBadge label={t('pending')} hint={t('pending_hint')} /> : null}
            </div>
            <p className="mt-2 flex items-center gap-2 border-t border-line pt-2 text-xs text-ink-2">
              {group.show_online ? (
                <Eye className="i i-sm" aria-hidden="true" />
              ) : (
                <EyeOff className="i i-sm" aria-hidden="true" />
              )}
              {group.show_online ? t('group_online') : t('group_hidden')}
            </p>
          </li>
        ))}
      </ul>
    </aside>
  );
}
