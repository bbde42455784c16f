import { Formik, type FormikHelpers, type FormikProps, useField } from 'formik';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { object, string } from 'yup';
import { askSlug } from '#data/online/page-settings.ts';
import { slugOfName } from '#domain/booking/page-address.ts';
import { useReplica, useSession } from '#features/shared/use-replica.ts';
import { CALENDAR_INTERVALS } from '#schemas/constants.ts';
import {
  type BookingPage,
  type BookingPageChange,
  type BookingPageValues,
  PAGE_LENGTHS,
  SLUG,
  type SlugAnswer,
} from '#schemas/online.ts';
import { Checkbox } from '#ui/form/checkbox.tsx';
import { FormCard, HALF, WHOLE } from '#ui/form/form-card.tsx';
import { FormikSelect, FormikTextArea, FormikTextField } from '#ui/form/formik-fields.tsx';
import { RadioRows } from '#ui/form/radio-rows.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { typedIsSaved } from '#ui/form/unsaved.ts';
import { afterPress } from '#ui/input/after-press.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { beforeText, CANCELS, HORIZONS, NOTICES, withOwn } from './page-words.ts';
import { usePageChange } from './use-booking-page.ts';

/** The settings as the form holds them: texts for what may be empty. */
type Values = Pick<
  BookingPageValues,
  'min_notice' | 'horizon' | 'step' | 'cancel_until' | 'approve' | 'ask_email' | 'show_prices'
> &
  Record<'slug' | 'phone' | 'address' | 'about_bg' | 'about_en', string>;

const TEXTS = ['slug', 'phone', 'address', 'about_bg', 'about_en'] as const;
/** The hints of the server that stand beside a field, and that field. */
const BESIDE: Readonly<Record<string, keyof Values>> = {
  ...{ slug: 'slug', slug_taken: 'slug', slug_reserved: 'slug', slug_many: 'slug', phone: 'phone', address: 'address' },
  ...{ about_bg: 'about_bg', about_en: 'about_en' },
};

/** Beside the steps of the calendar: a start each hour. */
const HOURLY = 60;

const tooLong = (most: number) => string().trim().max(most, 'common:too_long');
const schema = object({
  slug: string()
    .trim()
    .test('slug', 'online:refused.slug', (value) => !value || SLUG.test(value)),
  phone: tooLong(PAGE_LENGTHS.phone),
  address: tooLong(PAGE_LENGTHS.address),
  about_bg: tooLong(PAGE_LENGTHS.about_bg),
  about_en: tooLong(PAGE_LENGTHS.about_en),
});

const valuesOf = ({ slug, phone, address, about_bg, about_en, ...page }: BookingPage): Values => ({
  ...{ slug: slug ?? '', phone: phone ?? '', address: address ?? '', about_bg: about_bg ?? '', about_en: about_en ?? '' },
  ...{ min_notice: page.min_notice, horizon: page.horizon, step: page.step, cancel_until: page.cancel_until },
  ...{ approve: page.approve, ask_email: page.ask_email, show_prices: page.show_prices },
});

/** Returns the values that were changed, so that nobody undoes what another window did. @param before as the form began with them */
function changeOf(before: Values, now: Values): BookingPageChange {
  const changed = Object.entries(now).filter(([field, value]) => before[field as keyof Values] !== value);
  return Object.fromEntries(
    changed.map(([field, value]) => [field, TEXTS.some((one) => one === field) ? String(value).trim() || null : value]),
  );
}

interface PageFormProps {
  page: BookingPage;
  salonName: string;
  /** Why nothing can be changed. */
  locked: string | undefined;
}

/** The settings: the words of the page, and the rules by which customers book. */
export function PageForm({ page, salonName, locked }: PageFormProps) {
  const { t } = useTranslation('online');
  const { change } = usePageChange();
  const form = useRef<FormikProps<Values>>(null);
  const newest = valuesOf(page);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `newest` is another object each time
  useEffect(() => {
    // Another window has changed it: what nobody touched here follows.
    if (form.current?.dirty === false) form.current.resetForm({ values: newest });
  }, [JSON.stringify(newest)]);
  const save = async (values: Values, { setFieldError, resetForm }: FormikHelpers<Values>) => {
    const changed = await change(changeOf(form.current?.initialValues ?? newest, values), Object.keys(BESIDE));
    if (changed.done) {
      typedIsSaved();
      resetForm({ values: valuesOf(changed.page) });
      toast({ title: t('saved') });
      return;
    }
    const field = BESIDE[changed.hint];
    if (field) setFieldError(field, t(`refused.${changed.hint}`));
  };
  return (
    <Formik<Values> innerRef={form} initialValues={newest} validationSchema={schema} onSubmit={save}>
      {({ resetForm }) => (
        <FormCard label={t('settings')} fixHint={t('fix')} locked={locked} onCancel={() => resetForm({ values: newest })}>
          <h2 className="col-span-6 text-xl">{t('settings')}</h2>
          <Fields page={page} salonName={salonName} />
        </FormCard>
      )}
    </Formik>
  );
}

function Fields({ page, salonName }: { page: BookingPage; salonName: string }) {
  const { t } = useTranslation('online');
  const [approve, , setApprove] = useField<Values['approve']>('approve');
  const [email, , setEmail] = useField<Values['ask_email']>('ask_email');
  const [prices, , setPrices] = useField<boolean>('show_prices');
  const before = (values: readonly number[], own: number) =>
    withOwn(values, own).map((value) => ({ value, label: beforeText(t, value) }));
  const steps = [null, ...CALENDAR_INTERVALS, HOURLY];
  return (
    <>
      <SlugField salonName={salonName} own={page.slug} />
      <FormikTextField
        className={HALF}
        name="phone"
        label={t('phone')}
        hint={t('phone_hint')}
        type="tel"
        optional
        maxLength={PAGE_LENGTHS.phone}
      />
      <FormikTextArea className={HALF} name="address" label={t('address')} optional rows={2} maxLength={PAGE_LENGTHS.address} />
      <FormikTextArea
        className={HALF}
        name="about_bg"
        label={t('about_bg')}
        lang="bg"
        optional
        rows={3}
        maxLength={PAGE_LENGTHS.about_bg}
      />
      <FormikTextArea
        className={HALF}
        name="about_en"
        label={t('about_en')}
        lang="en"
        optional
        rows={3}
        maxLength={PAGE_LENGTHS.about_en}
      />
      <FormikSelect<number>
        className={HALF}
        name="min_notice"
        label={t('min_notice')}
        hint={t('min_notice_hint')}
        options={before(NOTICES, page.min_notice)}
      />
      <FormikSelect<number>
        className={HALF}
        name="horizon"
        label={t('horizon')}
        options={withOwn(HORIZONS, page.horizon).map((value) => ({ value, label: t('days', { count: value }) }))}
      />
      <FormikSelect<number | null>
        className={HALF}
        name="step"
        label={t('step')}
        options={steps.map((value) => ({ value, label: value === null ? t('step_calendar') : t('minutes', { count: value }) }))}
      />
      <FormikSelect<number>
        className={HALF}
        name="cancel_until"
        label={t('cancel_until')}
        hint={t('cancel_until_hint')}
        options={before(CANCELS, page.cancel_until)}
      />
      <div className={HALF}>
        <RadioRows<Values['approve']>
          label={t('approve')}
          value={approve.value}
          onChange={(value) => void setApprove.setValue(value)}
          options={(['none', 'all'] as const).map((value) => ({
            value,
            label: t(`approves.${value}`),
            note: t(`approves.${value}_text`),
          }))}
        />
      </div>
      <div className={HALF}>
        <RadioRows<Values['ask_email']>
          label={t('email')}
          value={email.value}
          onChange={(value) => void setEmail.setValue(value)}
          options={(['optional', 'required'] as const).map((value) => ({ value, label: t(`emails.${value}`) }))}
        />
        <Checkbox
          className="mt-3"
          name="show_prices"
          label={t('show_prices')}
          checked={prices.value}
          onChange={(checked) => void setPrices.setValue(checked)}
        />
      </div>
      <p className={`hint ${WHOLE}`}>{t('elsewhere')}</p>
    </>
  );
}

/** The page's address; whether it is free is asked when the field is left. */
function SlugField({ salonName, own }: { salonName: string; own: string | null }) {
  const { t, i18n } = useTranslation('online');
  const replica = useReplica();
  const session = useSession();
  const [field, meta, set] = useField<string>('slug');
  // Beside formik's own faults, which are worked out anew with each change.
  const [refused, setRefused] = useState<{ slug: string; why: NonNullable<SlugAnswer['why']> } | null>(null);
  const suggested = slugOfName(salonName);
  const slug = field.value.trim();
  const ask = async () => {
    if (slug === own || !SLUG.test(slug)) return;
    try {
      const { why } = await askSlug(replica, session, slug);
      setRefused(why && { slug, why });
    } catch (error) {
      console.info('Whether the address is free is said when it is saved', error);
    }
  };
  const fault = meta.touched && meta.error ? (i18n.exists(meta.error) ? t(meta.error) : meta.error) : undefined;
  return (
    <div className={WHOLE}>
      <TextField
        name="slug"
        value={field.value}
        onChange={(value) => void set.setValue(value)}
        onBlur={() => {
          afterPress(() => void set.setTouched(true));
          void ask();
        }}
        error={fault ?? (refused?.slug === slug ? t(`refused.${refused.why}`) : undefined)}
        label={t('slug')}
        hint={own && slug !== own ? t('slug_moves') : t('slug_hint')}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
      />
      {slug === '' && suggested ? (
        <button type="button" className="btn btn-secondary btn-sm breaks mt-2" onClick={() => void set.setValue(suggested)}>
          {t('slug_take', { slug: suggested })}
        </button>
      ) : null}
      <p className="hint wrap-anywhere">{t('slug_is', { address: `${window.location.host}/b/${slug || '…'}` })}</p>
    </div>
  );
}
