import { FileDown, FileUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { mayImport } from '#data/imports/may-import.ts';
import { Menu, type MenuEntry } from '#ui/overlay/menu.tsx';

import { useRights } from './use-rights.ts';

type Listed = 'clients' | 'services' | 'products';

const moveInPath = (table: Listed) => `/salon/move-in?kind=${table}`;

export interface ListMoreProps {
  table: Listed;
  count: number;
  onExport: () => void;
  /** Actions that have no room beside the list. */
  first?: readonly MenuEntry[];
}

/** The menu of a whole list: the way to an import of rows, and an export of those that are shown. */
export function ListMore({ table, count, onExport, first = [] }: ListMoreProps) {
  const { t } = useTranslation('move-in');
  const navigate = useNavigate();
  const imports = mayImport(useRights());
  return (
    <Menu
      label={t('tools')}
      entries={[
        ...first,
        ...(imports
          ? [
              {
                label: t('move_in'),
                icon: <FileUp className="i" aria-hidden="true" />,
                onSelect: () => void navigate(moveInPath(table)),
              },
            ]
          : []),
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
export function MoveInLink({ table }: { table: Listed }) {
  const { t } = useTranslation('move-in');
  if (!mayImport(useRights())) return null;
  return (
    <Link to={moveInPath(table)} className="btn btn-secondary">
      {t('move_in')}
    </Link>
  );
}
