import { useFormikContext } from 'formik';
import { Package } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isSameBarcode } from '#domain/barcodes.ts';
import { PriceField } from '#features/price-field.tsx';
import type { Currency } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ColorDot } from '#ui/avatar.tsx';
import { HALF, WHOLE } from '#ui/form-card.tsx';
import { FormikSelect, FormikTextField } from '#ui/formik-fields.tsx';
import { CameraScan } from './camera-scan.tsx';
import { OWN_UNIT, type ProductFormValues } from './product-form-values.ts';
import { UNITS, unitText } from './stock.ts';

export interface ProductFieldsProps {
  others: readonly LocalRow<'products'>[];
  groups: readonly LocalRow<'product_groups'>[];
  /** The salon's. */
  currency: Currency;
  /** Of the quantity, as people read it. */
  unit: string;
}

/** The fields of a product. */
export function ProductFields({ others, groups, currency, unit }: ProductFieldsProps) {
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
      <FormikTextField
        name="quantity"
        label={t('quantity')}
        hint={t('quantity_hint')}
        inputMode="numeric"
        affix={unit}
        className={HALF}
        autoComplete="off"
      />
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
    </>
  );
}
