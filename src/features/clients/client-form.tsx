import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { apartPairs, areApart } from '#data/clients/client-merge.commands.ts';
import { addClient, updateClient } from '#data/clients.commands.ts';
import { clients$ } from '#data/clients.queries.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { duplicatesOf } from '#domain/people/client-duplicates.ts';
import { clientName, fullName } from '#domain/people/names.ts';
import { isE164, normalizePhone } from '#domain/people/phones.ts';
import { CatalogueForm, CatalogueFormPage, useCatalogueForm, writeChange } from '#features/shared/catalogue-form.tsx';
import { useReplica } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { i18n } from '#i18n/i18n.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { addMonths, deviceToday } from '#ui/dates/month.ts';
import { HALF, WHOLE } from '#ui/form/form-card.tsx';
import { FormikTextArea, FormikTextField, FormikTypedDateField } from '#ui/form/formik-fields.tsx';
import { isTyped } from '#ui/form/unsaved.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { ClientAvatar } from '#ui/page/avatar.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { useLiveState } from '#ui/timing/use-live.ts';
import { type ClientFormValues, clientChange, clientFormValues, clientSchema, newClientValues } from './client-form-values.ts';
import { DeleteClient } from './delete-client.tsx';
import { listPath } from './use-client-list.ts';

interface ClientFormProps {
  title: string;
  /** Undefined: a new one. */
  client: LocalRow<'clients'> | undefined;
  others: readonly LocalRow<'clients'>[];
}

/** Says if the typed text is empty or a telephone number; any other text is kept as it is typed. */
const isPhone = (typed: string) => typed.trim() === '' || isE164(normalizePhone(typed));

/** In the middle of a grown-up's years: fewer pages to turn either way. */
const usualBirth = (today: string) => addMonths(today, -30 * 12);

function ClientForm({ title, client, others }: ClientFormProps) {
  const { t } = useTranslation(['clients', 'common']);
  const mayMerge = useRights().may('clients', 'merged_into');
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
    after: (id, typed) => {
      if (mayMerge) offerMerge(replica, { ...clientChange(typed), id }, others, (path) => void navigate(path));
    },
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

const NOTHING = {};

/** `/clients/add` and `/clients/edit/{id}`; an id that is nobody's says so. */
export function ClientFormPage() {
  const { t } = useTranslation('clients');
  const replica = useReplica();
  const { search } = useLocation();
  // Asked for once more from the form itself: an untouched one begins anew, and what was typed stays.
  const [asked, setAsked] = useState(search);
  if (search !== asked && !isTyped()) setAsked(search);
  const clients = useLiveState(() => clients$(replica), [replica]);
  return (
    <CatalogueFormPage
      list={listPath()}
      texts={{
        add: t('new_title'),
        edit: t('edit_title'),
        back: t('back'),
        failedToLoad: t('failed_to_load_client'),
        invalidId: t('invalid_id'),
        invalidIdText: t('invalid_id_text'),
      }}
      rows={clients}
      needs={NOTHING}
      form={({ title, row, others }) => <ClientForm key={asked} title={title} client={row} others={others} />}
    />
  );
}

/** Fewer digits say nothing about who it is. */
const LEAST_DIGITS = 6;

/** Says whose phone it already is; saving stays possible, families share one. */
function PhoneTaken({ phone, others }: { phone: string; others: readonly LocalRow<'clients'>[] }) {
  const { t } = useTranslation('clients');
  const number = normalizePhone(phone, 'BG');
  const owner = number.replace(/\D/g, '').length >= LEAST_DIGITS ? others.find((row) => row.phone === number) : undefined;
  if (!owner) return null;
  return (
    <Notice tone="warn" className="col-span-6 items-center!">
      <span className="flex flex-wrap items-center gap-3">
        <span className="min-w-[min(12rem,100%)] flex-1">{t('phone_taken', { name: clientName(owner) })}</span>
        <Link to={`/clients/${owner.id}`} className="btn btn-secondary btn-sm">
          {t('open_card')}
        </Link>
      </span>
    </Notice>
  );
}

type Client = LocalRow<'clients'>;
type Saved = Pick<Client, 'id' | 'first_name' | 'last_name' | 'phone' | 'email' | 'birth_date'>;

/** Offers by a toast to compare and merge the saved client with one who may be the same person. */
function offerMerge(replica: OpenReplica, saved: Saved, others: readonly Client[], go: (path: string) => void): void {
  const person = { ...saved, name: fullName(saved.first_name, saved.last_name) };
  const apart = apartPairs(replica);
  const found = duplicatesOf(person, others).find(({ client }) => !areApart(apart, saved.id, client.id));
  if (!found) return;
  const t = i18n.getFixedT(null, 'clients');
  toast({
    note: true,
    title: t('maybe_same'),
    description: clientName(found.client),
    action: { label: t('compare'), onAction: () => go(`/clients/${saved.id}?compare=${found.client.id}`) },
  });
}
