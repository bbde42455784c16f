import { FileDown, FileUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { ImportTable } from '#data/imports/import-batches.ts';
import { Menu } from '#ui/overlay/menu.tsx';

/** The menu of a whole list: an import of rows, and an export of those that are shown. */
export function ListMore({ table, count, onExport }: { table: ImportTable; count: number; onExport: () => void }) {
  const { t } = useTranslation('importing');
  const navigate = useNavigate();
  return (
    <Menu
      label={t('tools')}
      entries={[
        {
          label: t('from_csv'),
          icon: <FileUp className="i" aria-hidden="true" />,
          onSelect: () => void navigate(`/${table}/import`),
        },
        {
          label: t(`export_${table}`, { count }),
          icon: <FileDown className="i" aria-hidden="true" />,
          onSelect: onExport,
        },
      ]}
    />
  );
}

/** For a list in which nothing stands yet. */
export function ImportLink({ table }: { table: ImportTable }) {
  const { t } = useTranslation('importing');
  return (
    <Link to={`/${table}/import`} className="btn btn-secondary">
      {t('from_csv')}
    </Link>
  );
}
