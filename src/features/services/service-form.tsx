import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { addService, updateService } from '#data/services.commands.ts';
import { CatalogueForm } from '#features/catalogue-form.tsx';
import { listAddress } from '#features/list-address.ts';
import { PriceField } from '#features/price-field.tsx';
import { useCatalogueForm, writeChange } from '#features/use-catalogue-form.ts';
import { useReplica } from '#features/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { Currency } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { HALF, WHOLE } from '#ui/form-card.tsx';
import { FormikSelect, FormikSwitch, FormikTextField } from '#ui/formik-fields.tsx';
import { DeleteService } from './delete-service.tsx';
import { DurationField } from './duration-field.tsx';
import { ServiceColorField } from './service-color-field.tsx';
import { ServiceDetails } from './service-details.tsx';
import { newService, type ServiceFormValues, serviceChange, serviceFormValues, serviceSchema } from './service-form-values.ts';
import { ServicePreview } from './service-preview.tsx';
import { ServiceYear } from './service-year.tsx';

export interface ServiceFormProps {
  title: string;
  /** Undefined: a new one. */
  service: LocalRow<'services'> | undefined;
  groups: readonly LocalRow<'service_groups'>[];
  currency: Currency;
  /** The salon's. */
  zone: string;
  employees: readonly LocalRow<'resources'>[];
}

export function ServiceForm({ title, service, groups, currency, zone, employees }: ServiceFormProps) {
  const { t } = useTranslation(['services', 'common']);
  const replica = useReplica();
  const language = useLanguage();
  const nameNow = useNamesNow(groups);
  const schema = useMemo(() => serviceSchema(language), [language]);

  /** A category that nobody touched here stays what it is elsewhere by now. */
  const whole = (typed: ServiceFormValues, opened: ServiceFormValues) =>
    serviceChange(typed.category === opened.category ? typed : { ...typed, category: nameNow(typed.category) });
  const form = useCatalogueForm({
    row: service,
    list: listAddress('/services'),
    valuesOf: (row) => serviceFormValues(row, language),
    blank: () => newService(currency),
    schema,
    table: 'services',
    nameOf: (typed) => typed[`name_${language}`],
    write: (typed, opened) =>
      writeChange(
        service?.id,
        serviceChange(opened),
        whole(typed, opened),
        { add: (fields) => addService(replica, fields), update: (id, change) => updateService(replica, id, change) },
        [['price', 'currency']],
      ),
    texts: {
      success: t('common:success'),
      saved: t(service ? 'service_updated' : 'service_added'),
      failed: t('failed_to_save_service'),
    },
  });
  const { formik } = form;
  const { validateForm } = formik;
  // Another language asks for another name.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the rules change
  useEffect(() => {
    void validateForm();
  }, [schema]);

  const own = nameNow(formik.values.category);
  const categories = groups.map((group) => group.name);
  const offered = own && !categories.includes(own) ? [...categories, own] : categories;
  const asOption = (one: string) => ({ value: one === own ? formik.values.category : one, label: one });
  const name = (lang: 'bg' | 'en') => (
    <FormikTextField
      name={`name_${lang}`}
      label={t(`name_${lang}`)}
      optional={lang !== language}
      lang={lang}
      className={HALF}
      autoComplete="off"
    />
  );
  return (
    <CatalogueForm
      form={form}
      title={title}
      row={service}
      draft="services"
      texts={{ fixErrors: t('fix_errors'), delete: t('delete') }}
      question={(asked, onDone) => <DeleteService service={asked} onDone={onDone} />}
      beside={
        <div className="flex flex-col gap-5">
          <ServicePreview form={formik.values} />
          {service ? <ServiceYear serviceId={service.id} zone={zone} /> : null}
        </div>
      }
    >
      {name('bg')}
      {name('en')}
      <FormikSelect<string>
        name="category"
        label={t('category')}
        hint={t('category_hint')}
        className={WHOLE}
        options={[{ value: '', label: t('no_category') }, ...offered.map(asOption)]}
      />
      <DurationField className={HALF} />
      <PriceField name="price" currencyName="currency" salon={currency} label={t('price')} className={HALF} />
      <ServiceColorField />
      <div className={`${WHOLE} border-t border-line pt-3`}>
        <FormikSwitch name="show_online" label={t('show_online')} hint={t('show_online_hint')} />
      </div>
      <ServiceDetails employees={employees} currency={currency} />
    </CatalogueForm>
  );
}

/** A category that another device renames while the form is open: the name that it has now, for the one that was chosen. */
function useNamesNow(groups: ServiceFormProps['groups']): (name: string) => string {
  const ids = useRef(new Map<string, string>());
  for (const { name, id } of groups) ids.current.set(name, id);
  return (name) =>
    groups.some((group) => group.name === name) ? name : (groups.find(({ id }) => id === ids.current.get(name))?.name ?? name);
}
