import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteProduct } from '#data/products.commands.ts';
import { useReplica } from '#features/use-replica.ts';
import { deletionOf, failureText, saving } from '#features/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast-store.ts';

export interface DeleteProductProps {
  /** Null: nothing is asked about. */
  product: LocalRow<'products'> | null;
  onDone: (deleted: boolean) => void;
}

export function DeleteProduct({ product, onDone }: DeleteProductProps) {
  const { t } = useTranslation(['products', 'common']);
  const replica = useReplica();
  const [busy, setBusy] = useState(false);

  const remove = async (id: string, name: string) => {
    setBusy(true);
    try {
      await saving(deletionOf(name), () => deleteProduct(replica, id));
      toast({ title: t('common:success'), description: t('product_deleted') });
      onDone(true);
    } catch (error) {
      toast({ title: t('failed_to_delete_product'), description: failureText(error), variant: 'destructive' });
      onDone(false);
    } finally {
      setBusy(false);
    }
  };

  return (
    <ConfirmDialog
      open={product !== null}
      title={t('delete_title', { name: product?.name ?? '' })}
      confirmLabel={t('common:delete')}
      busy={busy}
      onCancel={() => onDone(false)}
      onConfirm={() => product && void remove(product.id, product.name)}
    >
      {t('delete_body')}
    </ConfirmDialog>
  );
}
