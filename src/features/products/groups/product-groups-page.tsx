import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { productGroups$ } from '#data/product-groups.queries.ts';
import { products$ } from '#data/products.queries.ts';
import { asTree } from '#domain/group-tree.ts';
import { useLoadFailure } from '#features/use-load-failure.ts';
import { useReplica } from '#features/use-replica.ts';
import { failureText } from '#features/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { Page } from '#ui/page.tsx';
import { BackLink, CountedTitle } from '#ui/page-links.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast-store.ts';
import { useLive, useLiveState } from '#ui/use-live.ts';
import { useIsPhone } from '#ui/use-media.ts';
import { DeleteGroup } from './delete-group.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { GroupTable } from './group-table.tsx';

type Group = LocalRow<'product_groups'>;

/** `/products/groups`: the groups under their parents; adding and editing in one dialog. */
export function ProductGroupsPage() {
  const { t } = useTranslation('products');
  const replica = useReplica();
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
      actions={add}
      className="max-md:p-0!"
    >
      <div className="max-w-[56rem]">
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
