import { useFormikContext } from 'formik';
import { ArrowDownToLine, CircleSlash2, Package } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { addProduct, updateProduct } from '#data/products.commands.ts';
import { productGroups$, products$ } from '#data/products.queries.ts';
import { salon$ } from '#data/salon.queries.ts';
import { formatMoney, parseMoney } from '#domain/money/money.ts';
import { isSameBarcode } from '#domain/stock/barcodes.ts';
import { CatalogueForm, CatalogueFormPage, useCatalogueForm, writeChange } from '#features/shared/catalogue-form.tsx';
import { listAddress } from '#features/shared/list-address.ts';
import { PriceField } from '#features/shared/price-field.tsx';
import { UNITS, unitText } from '#features/shared/units.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { Currency } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { HALF, WHOLE } from '#ui/form/form-card.tsx';
import { FormikSelect, FormikTextArea, FormikTextField } from '#ui/form/formik-fields.tsx';
import { ColorDot } from '#ui/page/avatar.tsx';
import { Badge } from '#ui/page/badge.tsx';
import { useLive, useLiveState } from '#ui/timing/use-live.ts';
import { CameraScan } from './camera-scan.tsx';
import { DeleteProduct } from './delete-product.tsx';
import {
  newProduct,
  OWN_UNIT,
  type ProductFormValues,
  productChange,
  productFormValues,
  productSchema,
} from './product-form-values.ts';

interface ProductFormProps {
  title: string;
  /** Undefined: a new one. */
  product: LocalRow<'products'> | undefined;
  others: readonly LocalRow<'products'>[];
  groups: readonly LocalRow<'product_groups'>[];
  currency: Currency;
}

function ProductForm({ title, product, others, groups, currency }: ProductFormProps) {
  const { t } = useTranslation(['products', 'common', 'rights']);
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
  const mayCount = useRights().may('products', 'quantity');
  const unit = unitText(productChange(values).unit, own);
  return (
    <CatalogueForm
      form={form}
      title={title}
      row={product}
      draft="products"
      locked={t(product ? 'rights:products' : 'rights:products_new')}
      free={mayCount ? <QuantityField unit={unit} /> : undefined}
      texts={{ fixErrors: t('fix_errors'), delete: t('delete') }}
      question={(asked, onDone) => <DeleteProduct product={asked} onDone={onDone} />}
      beside={<ProductNotes form={values} unit={unit} lowAt={values.low_stock_at} />}
    >
      <ProductFields others={others} groups={groups} currency={currency} unit={unit} withQuantity={form.mayChange || !mayCount} />
    </CatalogueForm>
  );
}

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

interface ProductFieldsProps {
  others: readonly LocalRow<'products'>[];
  groups: readonly LocalRow<'product_groups'>[];
  /** The salon's. */
  currency: Currency;
  /** Of the quantity, as people read it. */
  unit: string;
  /** The quantity does not stand elsewhere in the form. */
  withQuantity: boolean;
}

/** How much there is of it. */
function QuantityField({ unit }: { unit: string }) {
  const { t } = useTranslation('products');
  return (
    <FormikTextField
      name="quantity"
      label={t('quantity')}
      hint={t('quantity_hint')}
      inputMode="numeric"
      affix={unit}
      className={HALF}
      autoComplete="off"
    />
  );
}

/** The fields of a product. */
function ProductFields({ others, groups, currency, unit, withQuantity }: ProductFieldsProps) {
  const { t } = useTranslation('products');
  const form = useFormikContext<ProductFormValues>();
  const owner = others.find((other) => isSameBarcode(other.barcode, form.values.barcode));
  return (
    <>
      <div className={`${WHOLE} flex flex-wrap items-start gap-4`}>
        <span className="thumb h-16! w-16! flex-none" aria-hidden="true">
          <Package className="i" />
        </span>
        <FormikTextField name="name" label={t('name')} className="min-w-24 flex-1" autoComplete="off" />
      </div>
      <div className={`${WHOLE} flex flex-wrap items-end gap-2`}>
        <FormikTextField
          name="barcode"
          label={t('barcode')}
          optional
          inputMode="numeric"
          className="min-w-24 flex-1"
          autoComplete="off"
          maxLength={80}
          hint={owner ? t('barcode_taken', { name: owner.name }) : undefined}
          // A scanner ends with Enter, which must not save a form that is half filled in.
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        <CameraScan onCode={(code) => void form.setFieldValue('barcode', code)} />
      </div>
      <FormikSelect<string>
        name="group_id"
        label={t('group')}
        className={HALF}
        options={[
          { value: '', label: t('no_group') },
          ...groups.map((group) => ({ value: group.id, label: group.name, icon: <ColorDot color={group.color} /> })),
        ]}
      />
      {withQuantity ? <QuantityField unit={unit} /> : null}
      <FormikSelect<string>
        name="unit"
        label={t('unit')}
        className={HALF}
        options={[...UNITS.map((one) => ({ value: one, label: unitText(one, t) })), { value: OWN_UNIT, label: t('unit_own') }]}
      />
      {form.values.unit === OWN_UNIT ? (
        <FormikTextField name="own_unit" label={t('unit_own_name')} className={HALF} maxLength={20} autoComplete="off" />
      ) : null}
      <FormikTextField
        name="low_stock_at"
        label={t('threshold')}
        hint={t('threshold_hint')}
        optional
        inputMode="numeric"
        affix={unit}
        className={HALF}
        autoComplete="off"
      />
      <PriceField
        name="supply_price"
        currencyName="supply_currency"
        salon={currency}
        label={t('supply_price')}
        optional
        className={HALF}
      />
      <PriceField name="sale_price" currencyName="currency" salon={currency} label={t('sale_price')} className={HALF} />
      <FormikTextArea name="notes" label={t('notes')} optional className={WHOLE} maxLength={5000} />
    </>
  );
}

interface ProductNotesProps {
  form: ProductFormValues;
  unit: string;
  /** The threshold as it is typed; empty: no mark. */
  lowAt: string;
}

/** Beside the form: what is between the prices, and what the marks of stock mean. */
function ProductNotes({ form, unit, lowAt }: ProductNotesProps) {
  const { t } = useTranslation('products');
  const language = useLanguage();
  const supply = parseMoney(form.supply_price);
  const sale = parseMoney(form.sale_price);
  // Nothing lies between two currencies.
  const known = supply !== null && sale !== null && form.currency === form.supply_currency;
  return (
    <div className="flex flex-col gap-5">
      <section className="card p-4 text-sm">
        <h2 className="mb-2 text-sm font-medium! text-ink-2">{t('margin')}</h2>
        <p className={`text-xl font-semibold ${known ? '' : 'text-ink-3'}`}>
          {known ? formatMoney(sale - supply, form.currency, language) : '–'}
        </p>
        {known ? null : <p className="hint">{t('margin_hint')}</p>}
      </section>
      <section className="card flex flex-col gap-2 p-4 text-sm">
        <h2 className="text-sm font-medium! text-ink-2">{t('stock_marks')}</h2>
        <p className="flex items-center gap-2.5">
          <Badge tone="warn" icon={<ArrowDownToLine className="i" aria-hidden="true" />}>
            {t('low')}
          </Badge>
          {lowAt.trim() ? t('below', { amount: `${lowAt.trim()} ${unit}` }) : t('no_threshold')}
        </p>
        <p className="flex items-center gap-2.5">
          <Badge tone="bad" icon={<CircleSlash2 className="i" aria-hidden="true" />}>
            {t('out')}
          </Badge>
          0 {unit}
        </p>
      </section>
    </div>
  );
}
