import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#data/failures.ts';
import { deleteProductGroup } from '#data/products.commands.ts';
import { productGroups$, products$ } from '#data/products.queries.ts';
import { asTree, type Branch, idsWithin } from '#domain/stock/group-tree.ts';
import { DeleteQuestion } from '#features/shared/delete-question.tsx';
import { RoleNote } from '#features/shared/role-note.tsx';
import { useReplica } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { failureText, useLoadFailure } from '#features/shared/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Menu } from '#ui/overlay/menu.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { ColorDot } from '#ui/page/avatar.tsx';
import { PendingBadge } from '#ui/page/badge.tsx';
import { Button } from '#ui/page/button.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { Page } from '#ui/page/page.tsx';
import { BackLink, CountedTitle } from '#ui/page/page-links.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import { useIsNarrow, useIsPhone } from '#ui/style/use-media.ts';
import { DataTable, type TableColumn } from '#ui/table/data-table.tsx';
import { useLive, useLiveState } from '#ui/timing/use-live.ts';
import { GroupDialog, GroupOnline } from './group-dialog.tsx';

type Group = LocalRow<'product_groups'>;

/** `/products/groups`: the groups under their parents; adding and editing in one dialog. */
export function ProductGroupsPage() {
  const { t } = useTranslation(['products', 'rights']);
  const replica = useReplica();
  const mayAdd = useRights().mayMake('product_groups');
  const phone = useIsPhone();
  const groups = useLiveState(() => productGroups$(replica), [replica]);
  const products = useLive(() => products$(replica), [replica]);
  useLoadFailure(groups, t('failed_to_load_product_groups'));
  const tree = useMemo(() => asTree(groups.value ?? []), [groups.value]);
  /** `new`: a group is being added. The dialog edits what it opened with, whatever other devices change meanwhile. */
  const [edited, setEdited] = useState<Group | 'new' | null>(null);
  const [leaving, setLeaving] = useState<Group | null>(null);
  /** That it cannot be deleted is said before anybody is asked whether it should be. */
  const remove = (group: Group) => {
    const refusal = products?.some(({ group_id }) => group_id === group.id)
      ? 'cannot_delete_group_with_products'
      : groups.value?.some(({ parent_id }) => parent_id === group.id)
        ? 'cannot_delete_group_with_groups'
        : null;
    if (!refusal) return setLeaving(group);
    toast({ title: t('failed_to_delete_product_group'), description: t(refusal), variant: 'destructive' });
  };

  const add = (
    <Button
      variant="primary"
      iconOnly={phone}
      icon={<Plus className="i" aria-hidden="true" />}
      label={t('group_add')}
      onClick={() => setEdited('new')}
    >
      {t('group_add')}
    </Button>
  );
  return (
    <Page
      title={<CountedTitle title={t('groups_title')} count={groups.value?.length} />}
      documentTitle={t('groups_title')}
      lead={<BackLink to="/products" label={t('back')} />}
      actions={mayAdd ? add : null}
      className="max-md:p-0!"
    >
      <div className="max-w-[56rem]">
        {mayAdd ? null : <RoleNote className="mb-4 max-md:m-3">{t('rights:groups')}</RoleNote>}
        {groups.phase === 'loading' ? <SkeletonRows avatar={false} /> : null}
        {groups.phase === 'failed' ? (
          <ErrorBox title={t('failed_to_load_product_groups')} detail={failureText(groups.error)} onRetry={groups.retry} />
        ) : null}
        {groups.value?.length === 0 ? <EmptyState title={t('no_groups')} className="max-md:m-3" /> : null}
        {tree.length > 0 ? (
          <>
            <GroupTable tree={tree} products={products ?? []} onEdit={setEdited} onDelete={remove} />
            <p className="hint max-md:px-3">{t('group_online_hint')}</p>
          </>
        ) : null}
      </div>
      {edited ? (
        <GroupDialog
          key={edited === 'new' ? 'new' : edited.id}
          group={edited === 'new' ? null : edited}
          groups={groups.value ?? []}
          onClose={() => setEdited(null)}
          onDelete={remove}
        />
      ) : null}
      <DeleteGroup
        group={leaving}
        onDone={(deleted) => {
          setLeaving(null);
          if (deleted) setEdited(null);
        }}
      />
    </Page>
  );
}

interface GroupTableProps {
  tree: readonly Branch<Group>[];
  products: readonly LocalRow<'products'>[];
  onEdit: (group: Group) => void;
  onDelete: (group: Group) => void;
}

/** The tree, with how many products each group holds together with those below it. */
function GroupTable({ tree, products, onEdit, onDelete }: GroupTableProps) {
  const { t } = useTranslation(['products', 'common']);
  const narrow = useIsNarrow();
  const mayChange = useRights().may('product_groups', 'name');
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
  const actions = ({ group }: Branch<Group>) =>
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
        <Button variant="ghost" iconOnly label={`${t('common:edit')} ${group.name}`} icon={edit} onClick={() => onEdit(group)} />
        <Button
          variant="ghost"
          iconOnly
          label={`${t('common:delete')} ${group.name}`}
          icon={remove}
          onClick={() => onDelete(group)}
        />
      </>
    );
  return (
    <DataTable
      label={t('groups_title')}
      columns={columns}
      rows={tree}
      rowKey={({ group }) => group.id}
      {...(mayChange ? { actions } : {})}
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

const REFUSALS = ['cannot_delete_group_with_products', 'cannot_delete_group_with_groups'] as const;

interface DeleteGroupProps {
  /** Null: nothing is asked about. */
  group: LocalRow<'product_groups'> | null;
  onDone: (deleted: boolean) => void;
}

/** Asks before a group is deleted; the device checks that the group is empty after the person has confirmed. */
function DeleteGroup({ group, onDone }: DeleteGroupProps) {
  const { t } = useTranslation('products');
  const replica = useReplica();
  const reasonOf = (error: unknown) => {
    const { key } = failureOf(error);
    const refusal = REFUSALS.find((one) => one === key);
    return refusal ? t(refusal) : failureText(error);
  };
  return (
    <DeleteQuestion
      name={group?.name ?? null}
      title={t('delete_title', { name: group?.name ?? '' })}
      remove={async () => {
        if (group) await deleteProductGroup(replica, group.id);
      }}
      done={t('product_group_deleted')}
      failed={t('failed_to_delete_product_group')}
      reasonOf={reasonOf}
      onDone={onDone}
    >
      {t('group_delete_body')}
    </DeleteQuestion>
  );
}
