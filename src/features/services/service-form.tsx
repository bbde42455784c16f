import { useField } from 'formik';
import { Minus, Plus } from 'lucide-react';
import { type CSSProperties, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { serviceYear$, type ServiceYear as Year } from '#data/events/client-visits.ts';
import { employees$ } from '#data/resources.queries.ts';
import { salon$ } from '#data/salon.queries.ts';
import { addService, updateService } from '#data/services.commands.ts';
import { serviceGroups$, services$ } from '#data/services.queries.ts';
import { LONGEST_SERVICE_MINUTES } from '#domain/booking/service-duration.ts';
import { zonedParts } from '#domain/time/time.ts';
import { formatTime, formatTimeRange } from '#domain/time/time-format.ts';
import { CatalogueForm, CatalogueFormPage, useCatalogueForm, writeChange } from '#features/shared/catalogue-form.tsx';
import { listAddress } from '#features/shared/list-address.ts';
import { PriceField } from '#features/shared/price-field.tsx';
import { useReplica } from '#features/shared/use-replica.ts';
import { formatShortDate } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { Currency } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { Room } from '#schemas/rooms.ts';
import { ColorPicker } from '#ui/form/color-picker.tsx';
import { Field } from '#ui/form/field.tsx';
import { HALF, WHOLE } from '#ui/form/form-card.tsx';
import { FormikSelect, FormikSwitch, FormikTextArea, FormikTextField } from '#ui/form/formik-fields.tsx';
import { typedText } from '#ui/form/typed-text.ts';
import { afterPress } from '#ui/input/after-press.ts';
import { classNames } from '#ui/style/class-names.ts';
import { useLive, useLiveState } from '#ui/timing/use-live.ts';
import { DeleteService } from './delete-service.tsx';
import { ServiceDetails } from './service-details.tsx';
import {
  DURATION_STEP,
  newService,
  type ServiceFormValues,
  serviceChange,
  serviceFormValues,
  serviceSchema,
} from './service-form-values.ts';

interface ServiceFormProps {
  title: string;
  /** Undefined: a new one. */
  service: LocalRow<'services'> | undefined;
  groups: readonly LocalRow<'service_groups'>[];
  currency: Currency;
  /** The salon's. */
  zone: string;
  employees: readonly LocalRow<'resources'>[];
  rooms: readonly Room[];
}

function ServiceForm({ title, service, groups, currency, zone, employees, rooms }: ServiceFormProps) {
  const { t } = useTranslation(['services', 'common', 'rooms', 'rights']);
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
  const { room_id } = formik.values;
  const roomOptions = rooms.map(({ id, name }) => ({ value: id, label: name }));
  // A room that is no more stays chosen until somebody chooses another: nobody saves a change that they did not make.
  if (room_id && !rooms.some(({ id }) => id === room_id)) roomOptions.push({ value: room_id, label: t('rooms:gone') });
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
      locked={t('rights:services')}
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
      {rooms.length > 0 || room_id ? (
        <FormikSelect<string>
          name="room_id"
          label={t('rooms:room')}
          hint={t('rooms:room_hint')}
          className={WHOLE}
          options={[{ value: '', label: t('rooms:none') }, ...roomOptions]}
        />
      ) : null}
      <ServiceColorField />
      <div className={`${WHOLE} border-t border-line pt-3`}>
        <FormikSwitch name="show_online" label={t('show_online')} hint={t('show_online_hint')} />
      </div>
      <ServiceDetails employees={employees} currency={currency} />
      <FormikTextArea name="notes" label={t('notes')} optional className={WHOLE} maxLength={5000} />
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

/** `/services/add` and `/services/edit/{id}`; an id that is no service's says so. */
export function ServiceFormPage() {
  const { t } = useTranslation('services');
  const replica = useReplica();
  const services = useLiveState(() => services$(replica), [replica]);
  const groups = useLive(() => serviceGroups$(replica), [replica]);
  const employees = useLive(() => employees$(replica), [replica]);
  const salon = useLive(() => salon$(replica), [replica]);
  return (
    <CatalogueFormPage
      list={listAddress('/services')}
      texts={{
        add: t('new_title'),
        edit: t('edit_title'),
        back: t('back'),
        failedToLoad: t('failed_to_load_service'),
        invalidId: t('invalid_id'),
        invalidIdText: t('invalid_id_text'),
      }}
      rows={services}
      needs={groups && salon && employees ? { groups, employees, ...salon.effective } : undefined}
      avatar={false}
      form={({ title, row, needs }) => (
        <ServiceForm
          {...{ title, service: row, groups: needs.groups, employees: needs.employees }}
          {...{ currency: needs.currency, zone: needs.timezone, rooms: needs.rooms }}
        />
      )}
    />
  );
}

function ServiceColorField() {
  const { t } = useTranslation();
  const { t: own } = useTranslation('services');
  const [field, meta, set] = useField<string>('color');
  return (
    <div className="col-span-6">
      <span className="label">{own('color')}</span>
      <ColorPicker
        label={own('color')}
        value={field.value}
        onChange={(color) => void set.setValue(color)}
        onBlur={() => afterPress(() => void set.setTouched(true))}
        hint={own('color_hint')}
        error={meta.touched && meta.error ? t(meta.error) : undefined}
      />
    </div>
  );
}

/** To the next full step in that direction, never below the least or above the most. */
export function steppedDuration(text: string, direction: 1 | -1): string {
  const minutes = Number.parseInt(text, 10);
  if (Number.isNaN(minutes)) return String(DURATION_STEP);
  const steps = minutes / DURATION_STEP;
  const next = direction > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1;
  return String(Math.min(Math.max(1, next) * DURATION_STEP, LONGEST_SERVICE_MINUTES));
}

/** Minutes, typed or by steps of five. What is typed may be wrong: then the field says so. */
function DurationField({ className }: { className: string }) {
  const { t } = useTranslation();
  const { t: own } = useTranslation('services');
  const [field, meta, set] = useField<string>('duration');
  const error = meta.touched && meta.error ? t(meta.error) : undefined;
  const by = (direction: 1 | -1) => void set.setValue(steppedDuration(field.value, direction));
  return (
    <Field label={own('duration')} hint={own('duration_hint')} error={error} className={className}>
      {(control) => (
        <span className={classNames('stepper w-full', error && 'border-danger')}>
          <button
            type="button"
            aria-label={own('duration_less')}
            disabled={Number(field.value) <= DURATION_STEP}
            onClick={() => by(-1)}
          >
            <Minus className="i" aria-hidden="true" />
          </button>
          <span className="val flex! min-w-0 flex-1 items-center justify-center gap-1">
            <input
              {...control}
              className="w-14 min-w-0 bg-transparent text-right outline-none"
              inputMode="numeric"
              autoComplete="off"
              value={field.value}
              onChange={(event) => void set.setValue(typedText(event.target))}
              onBlur={() => afterPress(() => void set.setTouched(true))}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
                event.preventDefault();
                by(event.key === 'ArrowUp' ? 1 : -1);
              }}
            />
            <span className="text-sm font-normal text-ink-3">{own('minutes')}</span>
          </span>
          <button type="button" aria-label={own('duration_more')} onClick={() => by(1)}>
            <Plus className="i" aria-hidden="true" />
          </button>
        </span>
      )}
    </Field>
  );
}

/** How often the service is booked this year, and that none of these bookings follows what is changed here. */
function ServiceYear({ serviceId, zone }: { serviceId: string; zone: string }) {
  const { t } = useTranslation('services');
  const language = useLanguage();
  const replica = useReplica();
  const year = useLive(() => serviceYear$(replica, serviceId, zone), [replica, serviceId, zone]);
  const row = (label: string, count: number | undefined) => (
    <div className="flex justify-between gap-4">
      <dt>{label}</dt>
      <dd className="tnum font-semibold">{count ?? '–'}</dd>
    </div>
  );
  return (
    <section className="card flex flex-col gap-1.5 p-4">
      <h2 className="mb-1 text-sm font-medium! text-ink-2">{t('this_year')}</h2>
      <dl className="flex flex-col gap-1.5">
        {row(t('year_booked'), year?.booked)}
        {row(t('year_coming'), year?.coming)}
      </dl>
      {year?.since ? (
        <p className="text-sm text-ink-2">{t('year_since', { date: formatShortDate(dayOf(year.since, zone), language) })}</p>
      ) : null}
      <p className="text-sm text-ink-2">{t('price_note')}</p>
    </section>
  );
}

const dayOf = (since: NonNullable<Year['since']>, zone: string) => zonedParts(since, zone).date;

const START = 600;
/** The preview's hour is 60 px high, as on a desk; more than two hours and a half are cut. */
const MOST = 150;

/** Full hours beside it. */
const HOURS = [0, 60, 120];

/** How a booking of this service will stand in the calendar. */
function ServicePreview({ form }: { form: ServiceFormValues }) {
  const { t } = useTranslation('services');
  const language = useLanguage();
  const minutes = Number(form.duration);
  const valid = Number.isInteger(minutes) && minutes >= 5;
  const name = (language === 'en' ? form.name_en : form.name_bg) || form.name_bg || form.name_en;
  return (
    <section className="card p-4" aria-hidden="true">
      <h2 className="mb-3 text-sm font-medium! text-ink-2">{t('preview')}</h2>
      <div className="relative overflow-hidden rounded-md border border-line bg-surface-2" style={{ height: MOST + 10 }}>
        {HOURS.map((after) => (
          <span
            key={after}
            className="tnum absolute left-0 w-full border-t border-line px-2 text-xs text-ink-2"
            style={{ top: after + 4 }}
          >
            {formatTime(START + after)}
          </span>
        ))}
        {valid ? (
          <div
            className={`evt tint booked ${minutes < 36 ? 'one' : ''}`}
            style={{ '--c': '#7c3aed', top: 4, left: 56, height: Math.min(minutes, MOST) } as CSSProperties}
          >
            <span className="t">{formatTimeRange(START, START + minutes)}</span>
            <span className="n">{t('preview_client')}</span>
            {minutes >= 50 ? <span className="s">{name}</span> : null}
          </div>
        ) : null}
      </div>
    </section>
  );
}
