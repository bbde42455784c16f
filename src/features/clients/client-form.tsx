import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { offerMerge } from '#clients/duplicates/offer-merge.ts';
import { addClient, updateClient } from '#data/clients.commands.ts';
import { isE164, normalizePhone } from '#domain/phones.ts';
import { CatalogueForm } from '#features/catalogue-form.tsx';
import { useCatalogueForm, writeChange } from '#features/use-catalogue-form.ts';
import { useReplica } from '#features/use-replica.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ClientAvatar } from '#ui/avatar.tsx';
import { HALF, WHOLE } from '#ui/form-card.tsx';
import { FormikTextArea, FormikTextField, FormikTypedDateField } from '#ui/formik-fields.tsx';
import { addMonths, deviceToday } from '#ui/month.ts';
import { type ClientFormValues, clientChange, clientFormValues, clientSchema, newClientValues } from './client-form-values.ts';
import { DeleteClient } from './delete-client.tsx';
import { PhoneTaken } from './phone-taken.tsx';
import { listPath } from './use-client-list.ts';

export interface ClientFormProps {
  title: string;
  /** Undefined: a new one. */
  client: LocalRow<'clients'> | undefined;
  others: readonly LocalRow<'clients'>[];
}

/** What cannot be read as a number is kept as it is typed. */
const isPhone = (typed: string) => typed.trim() === '' || isE164(normalizePhone(typed));

/** In the middle of a grown-up's years: fewer pages to turn either way. */
const usualBirth = (today: string) => addMonths(today, -30 * 12);

export function ClientForm({ title, client, others }: ClientFormProps) {
  const { t } = useTranslation(['clients', 'common']);
  const navigate = useNavigate();
  const replica = useReplica();
  const [address] = useSearchParams();
  const [today] = useState(deviceToday);
  // As it was opened: the palette may put another name into the address of a form in which something is typed.
  const [asked] = useState(() => `${address.get('name') ?? ''}${address.get('phone') ?? ''}`);
  const fullName = (typed: ClientFormValues) => `${typed.first_name} ${typed.last_name}`.trim();

  const form = useCatalogueForm({
    row: client,
    list: listPath(),
    valuesOf: clientFormValues,
    blank: () => newClientValues(address),
    schema: useMemo(() => clientSchema(today), [today]),
    table: 'clients',
    nameOf: fullName,
    write: (typed, opened) =>
      writeChange(client?.id, clientChange(opened), clientChange(typed), {
        add: (whole) => addClient(replica, whole),
        update: (id, change) => updateClient(replica, id, change),
      }),
    texts: {
      success: t('common:success'),
      saved: t(client ? 'client_updated' : 'client_added'),
      failed: t('failed_to_save_client'),
    },
    after: (id, typed) => offerMerge(replica, { ...clientChange(typed), id }, others, (path) => void navigate(path)),
  });
  const { phone } = form.formik.values;
  const name = fullName(form.formik.values);
  const third = 'col-span-6 md:col-span-2';
  return (
    <CatalogueForm
      form={form}
      title={title}
      row={client}
      draft="clients"
      asked={asked}
      texts={{ fixErrors: t('fix_errors'), delete: t('delete') }}
      question={(deleting, onDone) => <DeleteClient client={deleting} onDone={onDone} />}
      beside={
        <div className="flex flex-col gap-5">
          {name ? (
            <section className="card flex items-center gap-3 p-4">
              <ClientAvatar name={name} size="lg" />
              <span className="min-w-0 leading-tight">
                <b className="block truncate font-semibold">{name}</b>
                <span className="text-xs text-ink-3">{t('color_follows')}</span>
              </span>
            </section>
          ) : null}
          <section className="card p-4 text-sm">
            <h2 className="mb-2 text-sm font-medium! text-ink-2">{t('personal_data')}</h2>
            <p className="text-ink-2">{t('personal_data_text')}</p>
          </section>
        </div>
      }
    >
      <FormikTextField name="first_name" label={t('first_name')} className={HALF} autoComplete="off" />
      <FormikTextField name="last_name" label={t('last_name')} className={HALF} autoComplete="off" />
      <FormikTextField
        name="phone"
        label={t('phone')}
        optional
        inputMode="tel"
        className={HALF}
        autoComplete="off"
        hint={isPhone(phone) ? undefined : t('phone_unread')}
      />
      <FormikTextField
        name="email"
        inputMode="email" // a field of email type would turn иван@пример.бг into xn--…
        autoCapitalize="none"
        label={t('email')}
        optional
        className={HALF}
        autoComplete="off"
      />
      <PhoneTaken phone={phone} others={others} />
      <FormikTextField
        name="address"
        label={t('address')}
        optional
        placeholder={t('address_placeholder')}
        className="col-span-6 md:col-span-4"
        autoComplete="off"
      />
      <FormikTextField name="city" label={t('city')} optional className={third} autoComplete="off" />
      <FormikTypedDateField
        name="birth_date"
        label={t('birth_date')}
        optional
        className={HALF}
        max={today}
        startAt={usualBirth(today)}
      />
      <FormikTextArea name="notes" label={t('notes')} optional hint={t('notes_hint')} className={WHOLE} maxLength={5000} />
    </CatalogueForm>
  );
}
