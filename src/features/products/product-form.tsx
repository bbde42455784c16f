import { FormikProvider, useFormik } from 'formik';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { addProduct, updateProduct } from '#data/products.commands.ts';
import { changedOnly } from '#domain/changed-only.ts';
import { currencySymbol } from '#domain/money.ts';
import { useReplica } from '#features/use-replica.ts';
import { failureText, saving } from '#features/use-saving.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { Currency } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Button } from '#ui/button.tsx';
import { FormCard } from '#ui/form-card.tsx';
import { toast } from '#ui/toast-store.ts';
import { typedIsSaved } from '#ui/unsaved.ts';
import { DeleteProduct } from './delete-product.tsx';
import { ProductFields } from './product-fields.tsx';
import { NEW_PRODUCT, type ProductFormValues, productChange, productFormValues, productSchema } from './product-form-values.ts';
import { ProductNotes } from './product-notes.tsx';
import { unitText } from './stock.ts';

export interface ProductFormProps {
  title: string;
  /** Undefined: a new one. */
  product: LocalRow<'products'> | undefined;
  groups: readonly LocalRow<'product_groups'>[];
  currency: Currency;
}

export function ProductForm({ title, product, groups, currency }: ProductFormProps) {
  const { t } = useTranslation(['products', 'common']);
  const { t: own } = useTranslation('products');
  const navigate = useNavigate();
  const replica = useReplica();
  const language = useLanguage();
  const [leaving, setLeaving] = useState(false);
  // What the form opened with: another device's change to this row must not overwrite what is being typed.
  const [opened] = useState(() => (product ? productFormValues(product, language) : NEW_PRODUCT));

  const save = async (form: ProductFormValues) => {
    try {
      const change = changedOnly(productChange(opened), productChange(form));
      await saving(form.name, async () => {
        if (!product) await addProduct(replica, productChange(form));
        else if (Object.keys(change).length > 0) await updateProduct(replica, product.id, change);
      });
      toast({ title: t('common:success'), description: t(product ? 'product_updated' : 'product_added') });
      typedIsSaved();
      navigate('/products');
    } catch (error) {
      toast({ title: t('failed_to_save_product'), description: failureText(error), variant: 'destructive' });
    }
  };

  const formik = useFormik({ initialValues: opened, validationSchema: productSchema, onSubmit: save });
  const symbol = currencySymbol(currency, language);
  const unit = unitText(productChange(formik.values).unit, own);
  return (
    <FormikProvider value={formik}>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,44rem)_20rem]">
        <FormCard
          label={title}
          fixHint={t('fix_errors')}
          onCancel={() => navigate('/products')}
          danger={
            product ? (
              <Button
                variant="danger-ghost"
                className="-ml-2"
                icon={<Trash2 className="i" aria-hidden="true" />}
                onClick={() => setLeaving(true)}
              >
                {t('delete')}
              </Button>
            ) : undefined
          }
        >
          <ProductFields groups={groups} symbol={symbol} unit={unit} />
        </FormCard>
        <ProductNotes form={formik.values} currency={currency} unit={unit} lowAt={formik.values.low_stock_at} />
      </div>
      <DeleteProduct
        product={leaving && product ? product : null}
        onDone={(deleted) => {
          setLeaving(false);
          if (!deleted) return;
          typedIsSaved();
          navigate('/products');
        }}
      />
    </FormikProvider>
  );
}
