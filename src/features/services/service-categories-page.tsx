import { Tag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { serviceGroups$ } from '#data/service-groups.queries.ts';
import { services$ } from '#data/services.queries.ts';
import { useReplica } from '#features/use-replica.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { Page } from '#ui/page.tsx';
import { BackLink, CountedTitle } from '#ui/page-links.tsx';
import { PendingBadge } from '#ui/pending-badge.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useLive, useLiveState } from '#ui/use-live.ts';
import { NewCategory } from './new-category.tsx';

/** `/services/categories`: the groups and how many services each names. */
export function ServiceCategoriesPage() {
  const { t } = useTranslation('services');
  const replica = useReplica();
  const groups = useLiveState(() => serviceGroups$(replica), [replica]);
  const services = useLive(() => services$(replica), [replica]);
  const sizeOf = (name: string) => services?.filter((row) => row.category === name).length ?? 0;
  return (
    <Page
      title={<CountedTitle title={t('categories_title')} count={groups.value?.length} />}
      documentTitle={t('categories_title')}
      lead={<BackLink to="/services" label={t('back')} />}
    >
      <div className="flex max-w-[36rem] flex-col gap-4">
        <NewCategory />
        {groups.phase === 'loading' ? <SkeletonRows avatar={false} /> : null}
        {groups.phase === 'failed' ? (
          <ErrorBox title={t('failed_to_load_categories')} detail={String(groups.error)} onRetry={groups.retry} />
        ) : null}
        {groups.value?.length === 0 ? <EmptyState title={t('no_categories')} /> : null}
        {groups.value && groups.value.length > 0 ? (
          <ul className="card overflow-hidden" aria-label={t('categories_title')}>
            {groups.value.map((group) => (
              <li key={group.id} className="list-row last:border-0">
                <Tag className="i text-ink-3" aria-hidden="true" />
                <span className="flex min-w-0 flex-1 flex-wrap items-center gap-2 font-semibold">
                  {group.name}
                  {group.pending ? <PendingBadge label={t('pending')} hint={t('pending_hint')} /> : null}
                </span>
                <span className="tnum text-sm text-ink-3">
                  {sizeOf(group.name) === 0 ? t('category_none') : t('category_count', { count: sizeOf(group.name) })}
                </span>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Page>
  );
}
