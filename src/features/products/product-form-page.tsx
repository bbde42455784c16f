import { useTranslation } from 'react-i18next';
import { productGroups$ } from '#data/product-groups.queries.ts';
import { products$ } from '#data/products.queries.ts';
import { salon$ } from '#data/salon.queries.ts';
import { CatalogueFormPage } from '#features/catalogue-form-page.tsx';
import { listAddress } from '#features/list-address.ts';
import { useReplica } from '#features/use-replica.ts';
import { useLive, useLiveState } from '#ui/use-live.ts';
import { ProductForm } from './product-form.tsx';

/** `/products/add` and `/products/edit/{id}`; an id that is no product's says so. */
export function ProductFormPage() {
  const { t } = useTranslation('products');
  const replica = useReplica();
  const products = useLiveState(() => products$(replica), [replica]);
  const groups = useLive(() => productGroups$(replica), [replica]);
  const salon = useLive(() => salon$(replica), [replica]);
  return (
    <CatalogueFormPage
      list={listAddress('/products')}
      texts={{
        add: t('new_title'),
        edit: t('edit_title'),
        back: t('back'),
        failedToLoad: t('failed_to_load_product'),
        invalidId: t('invalid_id'),
        invalidIdText: t('invalid_id_text'),
      }}
      rows={products}
      needs={groups && salon ? { groups, currency: salon.effective.currency } : undefined}
      avatar={false}
      form={({ title, row, others, needs }) => (
        <ProductForm title={title} product={row} others={others} groups={needs.groups} currency={needs.currency} />
      )}
    />
  );
}
