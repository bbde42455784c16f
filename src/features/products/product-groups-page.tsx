import { Eye, EyeOff } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { productGroups$ } from '#data/product-groups.queries.ts';
import { products$ } from '#data/products.queries.ts';
import { useReplica } from '#features/use-replica.ts';
import { ColorDot } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { Page } from '#ui/page.tsx';
import { BackLink, CountedTitle } from '#ui/page-links.tsx';
import { PendingBadge } from '#ui/pending-badge.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { Table, type TableColumn } from '#ui/table.tsx';
import { useLive, useLiveState } from '#ui/use-live.ts';
import { groupTree, type TreeGroup } from './group-tree.ts';

/** `/products/groups`: the groups under their parents. Changing them comes with a later version. */
export function ProductGroupsPage() {
  const { t } = useTranslation('products');
  const replica = useReplica();
  const groups = useLiveState(() => productGroups$(replica), [replica]);
  const products = useLive(() => products$(replica), [replica]);
  const tree = useMemo(() => groupTree(groups.value ?? []), [groups.value]);
  const sizeOf = (id: string) => products?.filter((product) => product.group_id === id).length ?? 0;

  const columns: TableColumn<TreeGroup>[] = [
    {
      key: 'name',
      head: t('group'),
      cell: ({ group, depth }) => (
        <span className="flex items-center gap-3" style={{ paddingLeft: `${depth * 1.75}rem` }}>
          {depth > 0 ? (
            <span className="-mt-5 -ml-2 h-5 w-3 rounded-bl-md border-b-2 border-l-2 border-line-strong" aria-hidden="true" />
          ) : null}
          <ColorDot color={group.color} />
          <span className={depth > 0 ? 'font-medium' : 'font-semibold'}>{group.name}</span>
          {group.pending ? <PendingBadge label={t('pending')} hint={t('pending_hint')} /> : null}
        </span>
      ),
    },
    { key: 'count', head: t('group_count'), numeric: true, cell: ({ group }) => sizeOf(group.id) },
    {
      key: 'online',
      head: t('group_online'),
      cell: ({ group }) =>
        group.show_online ? (
          <Badge tone="info" icon={<Eye className="i" aria-hidden="true" />}>
            {t('online_yes')}
          </Badge>
        ) : (
          <Badge icon={<EyeOff className="i" aria-hidden="true" />}>{t('online_no')}</Badge>
        ),
    },
  ];

  return (
    <Page
      title={<CountedTitle title={t('groups_title')} count={groups.value?.length} />}
      documentTitle={t('groups_title')}
      lead={<BackLink to="/products" label={t('back')} />}
      className="max-md:p-0!"
    >
      <div className="max-w-[56rem]">
        {groups.phase === 'loading' ? <SkeletonRows avatar={false} /> : null}
        {groups.phase === 'failed' ? (
          <ErrorBox title={t('failed_to_load_product_groups')} detail={String(groups.error)} onRetry={groups.retry} />
        ) : null}
        {groups.value?.length === 0 ? <EmptyState title={t('no_groups')} className="max-md:m-3" /> : null}
        {tree.length > 0 ? (
          <Table
            label={t('groups_title')}
            columns={columns}
            rows={tree}
            rowKey={({ group }) => group.id}
            phoneRow={(row) => (
              <span className="flex min-w-0 flex-1 items-center gap-2">
                <span className="min-w-0 flex-1">{columns[0]?.cell(row)}</span>
                <span className="tnum text-sm text-ink-3">{sizeOf(row.group.id)}</span>
                {row.group.show_online ? (
                  <Eye className="i i-sm text-ink-3" aria-label={t('online_yes')} />
                ) : (
                  <EyeOff className="i i-sm text-ink-3" aria-label={t('online_no')} />
                )}
              </span>
            )}
          />
        ) : null}
        <p className="hint max-md:px-4">{t('groups_later')}</p>
      </div>
    </Page>
  );
}
