import { CalendarHeart, Check, FileUp, Minus, Pencil, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { mayImport } from '#data/imports/may-import.ts';
import { RoleNote } from '#features/shared/role-note.tsx';
import { useRights } from '#features/shared/use-rights.ts';
import { formatDate } from '#i18n/formats.ts';
import { LANGUAGE_NAMES } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Badge } from '#ui/page/badge.tsx';
import { Button } from '#ui/page/button.tsx';
import { clockDigits } from './clock-text.ts';
import { SalonClock } from './salon-clock.tsx';
import type { SalonFormValues } from './salon-form.ts';
import { SalonFrame } from './salon-frame.tsx';

const SYMBOLS = { BGN: 'лв', EUR: '€', USD: '$' } as const;

/** The saved salon, read-only until Edit is pressed. Its heading is the Bulgarian name in both languages (document 1 §2). */
export function SalonView({ values, onEdit }: { values: SalonFormValues; onEdit: () => void }) {
  const { t } = useTranslation(['salon', 'rights']);
  const language = useLanguage();
  const rights = useRights();
  const mayEdit = rights.may('salons', 'name_bg');
  // The day that the clock beside it shows.
  const today = clockDigits(new Date(), values.timezone)?.date;
  return (
    <SalonFrame
      heading={values.name_bg || values.name_en}
      action={
        <>
          <Link to="/salon/people" className="btn btn-secondary">
            <UsersRound className="i i-sm" aria-hidden="true" />
            {t('people')}
          </Link>
          {rights.role === 'staff' ? null : (
            <Link to="/salon/online" className="btn btn-secondary breaks">
              <CalendarHeart className="i i-sm" aria-hidden="true" />
              {t('online')}
            </Link>
          )}
          {mayImport(rights) ? (
            <Link to="/salon/move-in" className="btn btn-secondary">
              <FileUp className="i i-sm" aria-hidden="true" />
              {t('move_in')}
            </Link>
          ) : null}
          {mayEdit ? (
            <Button icon={<Pencil className="i i-sm" aria-hidden="true" />} onClick={onEdit}>
              {t('edit')}
            </Button>
          ) : null}
        </>
      }
      aside={<SalonClock timezone={values.timezone} />}
    >
      {mayEdit ? null : <RoleNote className="mb-3">{t('rights:salon')}</RoleNote>}
      <dl>
        <Row label={t('name_bg')}>{values.name_bg}</Row>
        <Row label={t('name_en')}>{values.name_en}</Row>
        <Row label={t('comment')}>{values.comment}</Row>
        <Row label={t('language')}>{LANGUAGE_NAMES[values.language]}</Row>
        <Row label={t('interval_calendar')}>{t('minutes', { count: Number(values.interval_calendar) })}</Row>
        <Row label={t('default_view')}>{t(`view_${values.default_view}`)}</Row>
        <Row label={t('date_format')} note={today && formatDate(today, values.date_format, language)}>
          {values.date_format}
        </Row>
        <Row label={t('currency')} note={SYMBOLS[values.currency]}>
          {values.currency}
        </Row>
        <Row label={t('timezone')}>{values.timezone}</Row>
        <Row label={t('no_show_policy')}>{values.no_show_policy}</Row>
        <Row label={t('split_payment')}>
          <YesNo on={values.split_payment} />
        </Row>
        <Row label={t('any_barber')}>
          <YesNo on={values.any_barber} />
        </Row>
        <Row label={t('waiting_list')}>
          <YesNo on={values.waiting_list} />
        </Row>
      </dl>
    </SalonFrame>
  );
}

function Row({ label, note, children }: { label: string; note?: string | undefined; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 border-b border-line py-2.5 last:border-0 sm:grid-cols-[13rem_1fr]">
      <dt className="text-ink-2">{label}</dt>
      <dd className="min-w-0 font-medium break-words whitespace-pre-line">
        {children || <span className="text-ink-3">–</span>} {note && <span className="font-normal text-ink-3">{note}</span>}
      </dd>
    </div>
  );
}

function YesNo({ on }: { on: boolean }) {
  const { t } = useTranslation('salon');
  const Mark = on ? Check : Minus;
  return (
    <Badge tone={on ? 'ok' : 'neutral'} icon={<Mark className="i" aria-hidden="true" />}>
      {t(on ? 'yes' : 'no')}
    </Badge>
  );
}
