import { useTranslation } from 'react-i18next';
import { addProduct, updateProduct } from '#data/products.commands.ts';
import { CatalogueForm } from '#features/catalogue-form.tsx';
import { listAddress } from '#features/list-address.ts';
import { useCatalogueForm, writeChange } from '#features/use-catalogue-form.ts';
import { useReplica } from '#features/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { Currency } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { DeleteProduct } from './delete-product.tsx';
import { ProductFields } from './product-fields.tsx';
import { newProduct, productChange, productFormValues, productSchema } from './product-form-values.ts';
import { ProductNotes } from './product-notes.tsx';
import { unitText } from './stock.ts';

export interface ProductFormProps {
  title: string;
  /** Undefined: a new one. */
  product: LocalRow<'products'> | undefined;
  others: readonly LocalRow<'products'>[];
  groups: readonly LocalRow<'product_groups'>[];
  currency: Currency;
}

export function ProductForm({ title, product, others, groups, currency }: ProductFormProps) {
  const { t } = useTranslation(['products', 'common']);
  const { t: own } = useTranslation('products');
  const replica = useReplica();
  const language = useLanguage();

  const form = useCatalogueForm({
    row: product,
    list: listAddress('/products'),
    valuesOf: (row) => productFormValues(row, language, currency),
    blank: () => newProduct(currency),
    schema: productSchema,
    table: 'products',
    nameOf: ({ name }) => name,
    write: (typed, opened) =>
      writeChange(
        product?.id,
        productChange(opened),
        productChange(typed),
        { add: (whole) => addProduct(replica, whole), update: (id, change) => updateProduct(replica, id, change) },
        [
          ['sale_price', 'currency'],
          ['supply_price', 'supply_currency'],
        ],
      ),
    texts: {
      success: t('common:success'),
      saved: t(product ? 'product_updated' : 'product_added'),
      failed: t('failed_to_save_product'),
    },
  });
  const { values } = form.formik;
  const unit = unitText(productChange(values).unit, own);
  return (
    <CatalogueForm
      form={form}
      title={title}
      row={product}
      draft="products"
      texts={{ fixErrors: t('fix_errors'), delete: t('delete') }}
      question={(asked, onDone) => <DeleteProduct product={asked} onDone={onDone} />}
      beside={<ProductNotes form={values} unit={unit} lowAt={values.low_stock_at} />}
    >
      <ProductFields others={others} groups={groups} currency={currency} unit={unit} />
    </CatalogueForm>
  );
}
