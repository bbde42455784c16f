import { useTranslation } from 'react-i18next';
import { deleteProduct } from '#data/products.commands.ts';
import { DeleteQuestion } from '#features/shared/delete-question.tsx';
import { useReplica } from '#features/shared/use-replica.ts';
import type { LocalRow } from '#schemas/registry.ts';

export interface DeleteProductProps {
  /** Null: nothing is asked about. */
  product: LocalRow<'products'> | null;
  onDone: (deleted: boolean) => void;
}

export function DeleteProduct({ product, onDone }: DeleteProductProps) {
  const { t } = useTranslation('products');
  const replica = useReplica();
  return (
    <DeleteQuestion
      name={product?.name ?? null}
      title={t('delete_title', { name: product?.name ?? '' })}
      remove={async () => {
        if (product) await deleteProduct(replica, product.id);
      }}
      done={t('product_deleted')}
      failed={t('failed_to_delete_product')}
      onDone={onDone}
    >
      {t('delete_body')}
    </DeleteQuestion>
  );
}
