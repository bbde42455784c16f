import { FormikProvider, useFormik } from 'formik';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { offerMerge } from '#clients/duplicates/offer-merge.ts';
import { addClient, updateClient } from '#data/clients.commands.ts';
import { changedOnly } from '#domain/changed-only.ts';
import { normalizePhone } from '#domain/phones.ts';
import { KeepDraft } from '#features/drafts.tsx';
import { useReplica } from '#features/use-replica.ts';
import { failureText, saving } from '#features/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ClientAvatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { FormCard, HALF, WHOLE } from '#ui/form-card.tsx';
import { FormikTextArea, FormikTextField, FormikTypedDateField } from '#ui/formik-fields.tsx';
import { addMonths, deviceToday } from '#ui/month.ts';
import { toast } from '#ui/toast-store.ts';
import { typedIsSaved } from '#ui/unsaved.ts';
import { type ClientFormValues, clientChange, clientFormValues, clientSchema, NEW_CLIENT } from './client-form-values.ts';
import { DeleteClient } from './delete-client.tsx';
import { PhoneTaken } from './phone-taken.tsx';
import { listPath, type RowState } from './use-client-list.ts';

export interface ClientFormProps {
  title: string;
  /** Undefined: a new one. */
  client: LocalRow<'clients'> | undefined;
  others: readonly LocalRow<'clients'>[];
}

/** What cannot be read as a number is kept as it is typed. */
const isPhone = (typed: string) => typed.trim() === '' || normalizePhone(typed).startsWith('+');

/** In the middle of a grown-up's years: fewer pages to turn either way. */
const usualBirth = (today: string) => addMonths(today, -30 * 12);

export function ClientForm({ title, client, others }: ClientFormProps) {
  const { t } = useTranslation(['clients', 'common']);
  const navigate = useNavigate();
  const replica = useReplica();
  const [leaving, setLeaving] = useState(false);
  const [today] = useState(deviceToday);
  // What the form opened with: another device's change to this row must not overwrite what is being typed.
  const [opened] = useState(() => (client ? clientFormValues(client) : NEW_CLIENT));

  const save = async (form: ClientFormValues) => {
    try {
      const change = changedOnly(clientChange(opened), clientChange(form));
      const id = await saving(`${form.first_name} ${form.last_name}`.trim(), async () => {
        if (!client) return addClient(replica, clientChange(form));
        if (Object.keys(change).length > 0) await updateClient(replica, client.id, change);
        return client.id;
      });
      toast({ title: t('common:success'), description: t(client ? 'client_updated' : 'client_added') });
      offerMerge(replica, { ...clientChange(form), id }, others, (path) => void navigate(path));
      typedIsSaved();
      navigate(listPath(), { state: { row: id, saved: true } satisfies RowState });
    } catch (error) {
      toast({ title: t('failed_to_save_client'), description: failureText(error), variant: 'destructive' });
    }
  };

  const formik = useFormik({ initialValues: opened, validationSchema: clientSchema, onSubmit: save });
  const { first_name, last_name, phone } = formik.values;
  const name = `${first_name} ${last_name}`.trim();
  const third = 'col-span-6 md:col-span-2';
  return (
    <FormikProvider value={formik}>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,44rem)_20rem]">
        <FormCard
          label={title}
          fixHint={t('fix_errors')}
          onCancel={() => navigate(listPath(), { state: { row: client?.id } })}
          danger={
            client ? (
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
          <KeepDraft form={`clients/${client?.id ?? 'new'}`} />
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
            type="email"
            inputMode="email"
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
        </FormCard>
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
      </div>
      <DeleteClient
        client={leaving && client ? client : null}
        onDone={(deleted) => {
          setLeaving(false);
          if (!deleted) return;
          typedIsSaved();
          navigate(listPath());
        }}
      />
    </FormikProvider>
  );
}
