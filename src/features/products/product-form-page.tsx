import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { productGroups$ } from '#data/product-groups.queries.ts';
import { products$ } from '#data/products.queries.ts';
import { salon$ } from '#data/salon.queries.ts';
import { useReplica } from '#features/use-replica.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { Page } from '#ui/page.tsx';
import { BackLink } from '#ui/page-links.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useLive, useLiveState } from '#ui/use-live.ts';
import { ProductForm } from './product-form.tsx';

/** `/products/add` and `/products/edit/{id}`; an id that is no product's says so. */
export function ProductFormPage() {
  const { t } = useTranslation('products');
  const { id } = useParams();
  const replica = useReplica();
  const products = useLiveState(() => products$(replica), [replica]);
  const groups = useLive(() => productGroups$(replica), [replica]);
  const salon = useLive(() => salon$(replica), [replica]);

  const title = t(id ? 'edit_title' : 'new_title');
  const ready = products.phase === 'ready' && groups && salon;
  const product = id ? products.value?.find((row) => row.id === id) : undefined;
  return (
    <Page title={title} lead={<BackLink to="/products" label={t('back')} />}>
      {products.phase === 'failed' ? (
        <ErrorBox title={t('failed_to_load_product')} detail={String(products.error)} onRetry={products.retry} />
      ) : null}
      {ready || products.phase === 'failed' ? null : <SkeletonRows avatar={false} />}
      {ready && id && !product ? (
        <EmptyState title={t('invalid_id')} action={<BackLink to="/products" label={t('back')} />}>
          {t('invalid_id_text')}
        </EmptyState>
      ) : null}
      {ready && (product || !id) ? (
        <ProductForm key={id ?? 'new'} title={title} product={product} groups={groups} currency={salon.effective.currency} />
      ) : null}
    </Page>
  );
}
