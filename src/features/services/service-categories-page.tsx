import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serviceGroups$ } from '#data/service-groups.queries.ts';
import { services$ } from '#data/services.queries.ts';
import { nameKey } from '#domain/import-cells.ts';
import { compareNames } from '#domain/names.ts';
import { listAddress } from '#features/list-address.ts';
import { useRowIssues } from '#features/row-mark.tsx';
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
import { isTyped, leaveTyped } from '#ui/unsaved.ts';
import { useLiveState } from '#ui/use-live.ts';
import { CategoryRow } from './category-row.tsx';
import { DeleteCategory } from './delete-category.tsx';
import { NewCategory } from './new-category.tsx';
import { useAddCategory } from './use-add-category.ts';

/** `/services/categories`: the categories by name, and how many services each has. */
export function ServiceCategoriesPage() {
  const { t } = useTranslation('services');
  const replica = useReplica();
  const groups = useLiveState(() => serviceGroups$(replica), [replica]);
  const services = useLiveState(() => services$(replica), [replica]);
  const issues = useRowIssues('service_groups');
  const [leaving, setLeaving] = useState<LocalRow<'service_groups'> | null>(null);
  /** One name at a time. */
  const [renaming, setRenaming] = useState<LocalRow<'service_groups'> | null>(null);
  useLoadFailure(groups, t('failed_to_load_categories'));
  useLoadFailure(services, t('failed_to_load_services'));

  const sizeOf = (name: string) => services.value?.filter((row) => row.category === name).length ?? 0;
  // A service names its category by the name alone: two of one name would be one.
  const isTaken = (name: string, ownId?: string) =>
    groups.value?.some((group) => group.id !== ownId && nameKey(group.name) === nameKey(name)) ?? false;
  const known = new Set(groups.value?.map(({ name }) => name));
  const named = new Set(services.value?.flatMap(({ category }) => category ?? []));
  const unlisted = groups.value ? [...named].filter((name) => !known.has(name)).sort(compareNames) : [];
  // What is being typed outlives a deletion elsewhere, and stays in its place; saving it says so.
  const isGone = renaming !== null && isTyped() && !groups.value?.some(({ id }) => id === renaming.id);
  const listed = isGone ? [...(groups.value ?? []), renaming].sort((a, b) => compareNames(a.name, b.name)) : (groups.value ?? []);
  return (
    <Page
      title={<CountedTitle title={t('categories_title')} count={groups.value?.length} />}
      documentTitle={t('categories_title')}
      lead={<BackLink to={listAddress('/services')} label={t('back')} />}
    >
      <div className="flex max-w-[36rem] flex-col gap-4">
        <NewCategory isTaken={(name) => isTaken(name)} />
        {groups.phase === 'loading' ? <SkeletonRows avatar={false} /> : null}
        {groups.phase === 'failed' ? (
          <ErrorBox title={t('failed_to_load_categories')} detail={failureText(groups.error)} onRetry={groups.retry} />
        ) : null}
        {services.phase === 'failed' ? (
          <ErrorBox title={t('failed_to_load_services')} detail={failureText(services.error)} onRetry={services.retry} />
        ) : null}
        {groups.value?.length === 0 ? <EmptyState title={t('no_categories')} /> : null}
        {listed.length > 0 ? (
          <ul className="card overflow-hidden" aria-label={t('categories_title')}>
            {listed.map((group) => (
              <CategoryRow
                key={group.id}
                group={group}
                size={sizeOf(group.name)}
                issues={issues}
                isTaken={(name) => isTaken(name, group.id)}
                onDelete={() => setLeaving(group)}
                editing={renaming?.id === group.id}
                onEdit={() => (renaming ? leaveTyped(() => setRenaming(group)) : setRenaming(group))}
                onDone={() => setRenaming(null)}
              />
            ))}
          </ul>
        ) : null}
        {unlisted.length > 0 ? <Unlisted names={unlisted} sizeOf={sizeOf} /> : null}
      </div>
      <DeleteCategory group={leaving} size={leaving ? sizeOf(leaving.name) : 0} onDone={() => setLeaving(null)} />
    </Page>
  );
}

/** What services name and no category is called: each can be made one. */
function Unlisted({ names, sizeOf }: { names: readonly string[]; sizeOf: (name: string) => number }) {
  const { t } = useTranslation(['services', 'common']);
  const addCategory = useAddCategory();
  return (
    <section aria-labelledby="unlisted">
      <h2 id="unlisted" className="text-base">
        {t('unlisted')}
      </h2>
      <p className="mb-2 text-sm text-ink-2">{t('unlisted_hint')}</p>
      <ul className="card overflow-hidden">
        {names.map((name) => (
          <li key={name} className="list-row last:border-0">
            <span className="min-w-0 flex-1">{name}</span>
            <span className="tnum text-sm text-ink-3">{t('category_count', { count: sizeOf(name) })}</span>
            <Button
              size="sm"
              label={`${t('common:add')} ${name}`}
              icon={<Plus className="i" aria-hidden="true" />}
              onClick={() => void addCategory(name)}
            >
              {t('common:add')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
