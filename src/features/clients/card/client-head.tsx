import { Mail, MessageSquare, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ClientMarks } from '#clients/client-marks.tsx';
import { dialled } from '#domain/people/dialled.ts';
import { clientName } from '#domain/people/names.ts';
import { displayPhone } from '#domain/people/phones.ts';
import { zonedParts } from '#domain/time/time.ts';
import { formatMonth, formatShortDate } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ClientAvatar } from '#ui/page/avatar.tsx';
import { classNames } from '#ui/style/class-names.ts';
import type { CardHistory } from './card-visit.ts';

/** Days of a week. */
const WEEK = 7;

/** The client's name, the ways to reach them, and the figures of their appointments. */
export function ClientHead({ client, card }: { client: LocalRow<'clients'>; card: CardHistory | undefined }) {
  const { t } = useTranslation('clients');
  const language = useLanguage();
  const name = clientName(client);
  const since =
    card && client.created_at
      ? t('client_since', { month: formatMonth(zonedParts(client.created_at, card.zone).date, language) })
      : null;
  return (
    <section className="card" aria-label={name}>
      <div className="flex flex-wrap items-center gap-4 p-5 max-md:p-4">
        <ClientAvatar name={name} size="xl" />
        <span className="min-w-32 flex-1 leading-tight">
          <h2 className="text-xl break-words">{name}</h2>
          <span className="text-sm text-ink-2">{[client.city, since].filter(Boolean).join(' · ')}</span>{' '}
          <ClientMarks client={client} trouble={false} />
        </span>
        <ReachLinks client={client} name={name} />
      </div>
      {card ? <Figures card={card} /> : null}
    </section>
  );
}

function ReachLinks({ client, name }: { client: LocalRow<'clients'>; name: string }) {
  const { t } = useTranslation('clients');
  const number = dialled(client.phone ?? '');
  return (
    <span className="flex gap-2 max-md:w-full max-md:flex-wrap">
      {number ? (
        <>
          <a className="btn btn-secondary tnum max-md:flex-1 breaks" href={`tel:${number}`}>
            <Phone className="i" aria-hidden="true" />
            <span className="sr-only">{t('call', { name })}: </span>
            <span className="whitespace-nowrap max-[20rem]:whitespace-normal">{displayPhone(client.phone)}</span>
          </a>
          <a
            className="btn btn-secondary btn-icon"
            href={`sms:${number}`}
            aria-label={t('message', { name })}
            title={t('message', { name })}
          >
            <MessageSquare className="i" aria-hidden="true" />
          </a>
        </>
      ) : null}
      {client.email ? (
        <a
          className="btn btn-secondary btn-icon"
          href={`mailto:${client.email}`}
          aria-label={t('mail', { name })}
          title={t('mail', { name })}
        >
          <Mail className="i" aria-hidden="true" />
        </a>
      ) : null}
    </span>
  );
}

function Figures({ card: { facts, zone } }: { card: CardHistory }) {
  const { t } = useTranslation('clients');
  const language = useLanguage();
  const day = (iso: string) => formatShortDate(zonedParts(iso, zone).date, language);
  const missedOn = facts.lastNoShow ? `, ${day(facts.lastNoShow)}` : '';
  const late = facts.lateCancelled > 0 ? `, ${t('late_cancelled', { count: facts.lateCancelled })}` : '';
  const gap = facts.usualGap;
  return (
    <dl className="grid grid-cols-2 border-t border-line md:grid-cols-4">
      <Figure value={facts.came} label={t('visits', { count: facts.came })} />
      <Figure value={facts.noShows} label={`${t('no_shows', { count: facts.noShows })}${missedOn}`} bad={facts.noShows > 0} />
      <Figure value={facts.cancelled} label={`${t('cancelled', { count: facts.cancelled })}${late}`} />
      <Figure
        value={
          gap === null ? '–' : gap >= 2 * WEEK ? t('gap_weeks', { count: Math.round(gap / WEEK) }) : t('gap_days', { count: gap })
        }
        label={t('usual_gap')}
      />
    </dl>
  );
}

function Figure({ value, label, bad = false }: { value: ReactNode; label: string; bad?: boolean }) {
  return (
    <div className="flex flex-col-reverse justify-end border-line p-4 not-first:border-l max-md:[&:nth-child(3)]:border-l-0 max-md:nth-[n+3]:border-t">
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className={classNames('tnum text-xl font-semibold', bad && 'text-danger')}>{value}</dd>
    </div>
  );
}
