import { FormikProvider, useFormik } from 'formik';
import { Trash2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { addService, updateService } from '#data/services.commands.ts';
import { changedOnly } from '#domain/changed-only.ts';
import { currencySymbol } from '#domain/money.ts';
import { KeepDraft } from '#features/drafts.tsx';
import { atSaved, listAddress } from '#features/list-address.ts';
import { useReplica } from '#features/use-replica.ts';
import { failureText, saving } from '#features/use-saving.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { Currency } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Button } from '#ui/button.tsx';
import { FormCard, HALF, WHOLE } from '#ui/form-card.tsx';
import { FormikSelect, FormikSwitch, FormikTextField } from '#ui/formik-fields.tsx';
import { toast } from '#ui/toast-store.ts';
import { typedIsSaved } from '#ui/unsaved.ts';
import { DeleteService } from './delete-service.tsx';
import { DurationField } from './duration-field.tsx';
import { ServiceColorField } from './service-color-field.tsx';
import { NEW_SERVICE, type ServiceFormValues, serviceChange, serviceFormValues, serviceSchema } from './service-form-values.ts';
import { ServicePreview } from './service-preview.tsx';

export interface ServiceFormProps {
  title: string;
  /** Undefined: a new one. */
  service: LocalRow<'services'> | undefined;
  groups: readonly LocalRow<'service_groups'>[];
  currency: Currency;
}

export function ServiceForm({ title, service, groups, currency }: ServiceFormProps) {
  const { t } = useTranslation(['services', 'common']);
  const navigate = useNavigate();
  const replica = useReplica();
  const language = useLanguage();
  const [leaving, setLeaving] = useState(false);
  // What the form opened with: another device's change to this row must not overwrite what is being typed.
  const [opened] = useState(() => (service ? serviceFormValues(service, language) : NEW_SERVICE));
  const list = listAddress('/services');
  const nameNow = useNamesNow(groups);
  const schema = useMemo(() => serviceSchema(language), [language]);

  const save = async (form: ServiceFormValues) => {
    try {
      const whole = serviceChange({ ...form, category: nameNow(form.category) });
      const change = changedOnly(serviceChange(opened), whole);
      const id = await saving(form[`name_${language}`], async () => {
        if (!service) return addService(replica, whole);
        if (Object.keys(change).length > 0) await updateService(replica, service.id, change);
        return service.id;
      });
      toast({ title: t('common:success'), description: t(service ? 'service_updated' : 'service_added') });
      typedIsSaved();
      navigate(list, atSaved(id));
    } catch (error) {
      toast({ title: t('failed_to_save_service'), description: failureText(error), variant: 'destructive' });
    }
  };

  const formik = useFormik({ initialValues: opened, validationSchema: schema, onSubmit: save });
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
    <FormikProvider value={formik}>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,44rem)_20rem]">
        <FormCard
          label={title}
          fixHint={t('fix_errors')}
          onCancel={() => navigate(list)}
          danger={
            service ? (
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
          <KeepDraft form={`services/${service?.id ?? 'new'}`} />
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
          <FormikTextField
            name="price"
            label={t('price')}
            inputMode="decimal"
            affix={currencySymbol(currency, language)}
            className={HALF}
            autoComplete="off"
          />
          <ServiceColorField />
          <div className={`${WHOLE} border-t border-line pt-3`}>
            <FormikSwitch name="show_online" label={t('show_online')} hint={t('show_online_hint')} />
          </div>
        </FormCard>
        <ServicePreview form={formik.values} saved={Boolean(service)} />
      </div>
      <DeleteService
        service={leaving && service ? service : null}
        onDone={(deleted) => {
          setLeaving(false);
          if (!deleted) return;
          typedIsSaved();
          navigate(list);
        }}
      />
    </FormikProvider>
  );
}

/** A category that another device renames while the form is open: the name that it has now, for the one that was chosen. */
function useNamesNow(groups: ServiceFormProps['groups']): (name: string) => string {
  const ids = useRef(new Map<string, string>());
  for (const { name, id } of groups) ids.current.set(name, id);
  return (name) =>
    groups.some((group) => group.name === name) ? name : (groups.find(({ id }) => id === ids.current.get(name))?.name ?? name);
}
