import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { LocalRow } from '#schemas/registry.ts';
import { Notice } from '#ui/notice.tsx';

/** The id under which a salon's first employee is made, on whichever device. */
const DEFAULT_ID = 'default';

/** While the given employee is the only one and still has no e-mail: what to do with it. */
export function DefaultEmployeeHint({ employees }: { employees: readonly LocalRow<'resources'>[] }) {
  const { t } = useTranslation(['employees', 'common']);
  const only = employees.length === 1 ? employees[0] : undefined;
  if (only?.id !== DEFAULT_ID || only.email) return null;
  return (
    <Notice tone="info" className="items-center! max-md:mx-3">
      <span className="flex flex-wrap items-center gap-3">
        <span className="min-w-60 flex-1">{t('default_hint')}</span>
        <Link to={`/employees/edit/${only.id}`} className="btn btn-secondary btn-sm">
          {t('common:edit')}
        </Link>
      </span>
    </Notice>
  );
}
