import { Pencil, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Branch, idsWithin } from '#domain/group-tree.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ColorDot } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { Menu } from '#ui/menu.tsx';
import { PendingBadge } from '#ui/pending-badge.tsx';
import { Table, type TableColumn } from '#ui/table.tsx';
import { useIsNarrow } from '#ui/use-narrow.ts';
import { GroupOnline } from './group-online.tsx';

type Group = LocalRow<'product_groups'>;

export interface GroupTableProps {
  tree: readonly Branch<Group>[];
  products: readonly LocalRow<'products'>[];
  onEdit: (group: Group) => void;
  onDelete: (group: Group) => void;
}

/** The tree, with how many products each group holds together with those below it. */
export function GroupTable({ tree, products, onEdit, onDelete }: GroupTableProps) {
  const { t } = useTranslation(['products', 'common']);
  const narrow = useIsNarrow();
  const sizes = useMemo(() => {
    const groups = tree.map(({ group }) => group);
    return new Map(
      groups.map(({ id }) => {
        const within = idsWithin(groups, id);
        return [id, products.filter((product) => within.has(product.group_id ?? '')).length];
      }),
    );
  }, [tree, products]);

  const name = ({ group, depth }: Branch<Group>) => (
    <span className="flex items-center gap-3" style={{ paddingLeft: `${depth * 1.75}rem` }}>
      {depth > 0 ? (
        <span className="-mt-5 -ml-2 h-5 w-3 rounded-bl-md border-b-2 border-l-2 border-line-strong" aria-hidden="true" />
      ) : null}
      <ColorDot color={group.color} />
      <span className={depth > 0 ? 'font-medium' : 'font-semibold'}>{group.name}</span>
      {depth > 0 ? <span className="sr-only">{t('group_level', { level: depth + 1 })}</span> : null}
      {group.pending ? <PendingBadge label={t('pending')} hint={t('pending_hint')} /> : null}
    </span>
  );
  const columns: TableColumn<Branch<Group>>[] = [
    { key: 'name', head: t('group'), cell: name },
    { key: 'count', head: t('group_count'), numeric: true, cell: ({ group }) => sizes.get(group.id) },
    { key: 'online', head: t('group_online'), cell: ({ group }) => <GroupOnline group={group} layout="bare" /> },
  ];
  const edit = <Pencil className="i" aria-hidden="true" />;
  const remove = <Trash2 className="i" aria-hidden="true" />;
  return (
    <Table
      label={t('groups_title')}
      columns={columns}
      rows={tree}
      rowKey={({ group }) => group.id}
      actions={({ group }) =>
        narrow ? (
          <Menu
            label={`${t('common:actions')}: ${group.name}`}
            entries={[
              { label: t('common:edit'), icon: edit, onSelect: () => onEdit(group) },
              { label: t('common:delete'), icon: remove, danger: true, onSelect: () => onDelete(group) },
            ]}
          />
        ) : (
          <>
            <Button
              variant="ghost"
              iconOnly
              label={`${t('common:edit')} ${group.name}`}
              icon={edit}
              onClick={() => onEdit(group)}
            />
            <Button
              variant="ghost"
              iconOnly
              label={`${t('common:delete')} ${group.name}`}
              icon={remove}
              onClick={() => onDelete(group)}
            />
          </>
        )
      }
      phoneRow={(row) => (
        <span className="flex min-w-0 flex-1 items-center gap-3">
          <span className="min-w-0 flex-1">{name(row)}</span>
          <span className="tnum text-ink-3 text-sm">{sizes.get(row.group.id)}</span>
          <GroupOnline group={row.group} layout="bare" />
        </span>
      )}
    />
  );
}
