import { CalendarPlus, Pencil, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router-dom';
import { useStore } from 'zustand';
import { DuplicatesNotice } from '#clients/duplicates/duplicates-notice.tsx';
import { listPath } from '#clients/use-client-list.ts';
import { heldOtherwise, recordsBehind$ } from '#data/clients/client-merge.commands.ts';
import { clientsById$ } from '#data/clients.queries.ts';
import { sortNotes } from '#domain/people/client-notes.ts';
import { clientName } from '#domain/people/names.ts';
import { displayPhone } from '#domain/people/phones.ts';
import { isWalkIn } from '#domain/people/walk-in.ts';
import { walkInWord } from '#features/shared/client-words.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { failureText, useLoadFailure } from '#features/shared/use-saving.ts';
import { formatShortDate } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { Page } from '#ui/page/page.tsx';
import { BackButton, BackLink, BarLink } from '#ui/page/page-links.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import { useIsPhone } from '#ui/style/use-media.ts';
import { busy } from '#ui/timing/busy.ts';
import { useLiveAside, useLiveState } from '#ui/timing/use-live.ts';
import { type CardHistory, useCardHistory } from './card-visit.ts';
import { ClientHead } from './client-head.tsx';
import { ClientPrivacy } from './client-privacy.tsx';
import { NextVisit, VisitList } from './visit-list.tsx';

/** `/clients/{id}`: everything about one client. The id of a merged duplicate leads to the client that stands for it. */
export function ClientCardPage() {
  const { t } = useTranslation('clients');
  const { id = '' } = useParams();
  const replica = useReplica();
  const found = useLiveState(() => clientsById$(replica, [id]), [replica, id]);
  useLoadFailure(found, t('failed_to_load_client'));
  const client = useHeld(found.value?.get(id), id);
  if (isWalkIn(id)) return <WalkInPage />;
  if (client && client.id !== id) return <Navigate to={`/clients/${client.id}`} replace />;
  if (client) return <Card key={client.id} client={client} />;
  return (
    <Page title={t('card_title')} lead={<BackLink to={listPath()} state={{ row: id }} label={t('back')} />}>
      {found.phase === 'failed' ? (
        <ErrorBox title={t('failed_to_load_client')} detail={failureText(found.error)} onRetry={found.retry} />
      ) : null}
      {found.phase === 'loading' ? <SkeletonRows /> : null}
      {found.value ? (
        <EmptyState title={t('invalid_id')} action={<BackButton to={listPath()} label={t('back')} />}>
          {t('invalid_id_text')}
        </EmptyState>
      ) : null}
    </Page>
  );
}

/** In place of the card of the walk-in, who is nobody of whom anything is known. */
function WalkInPage() {
  const { t } = useTranslation('clients');
  return (
    <Page title={t('card_title')} lead={<BackLink to={listPath()} label={t('back')} />}>
      <EmptyState title={walkInWord()} action={<BackButton to={listPath()} label={t('back')} />}>
        {t('walk_in_text')}
      </EmptyState>
    </Page>
  );
}

/** The client, and under an open dialog the one that stood there: erased from it, or elsewhere meanwhile, they go when it closes. */
function useHeld(client: LocalRow<'clients'> | undefined, id: string): LocalRow<'clients'> | undefined {
  const dialog = useStore(busy, (counts) => counts.dialog > 0);
  const [held, setHeld] = useState(client);
  if (client && client !== held) setHeld(client);
  return client ?? (dialog && held?.id === id ? held : undefined);
}

/** The booking dialog with the client, and what they had last and with whom: all services of a visit. */
function bookAgainPath(clientId: string, card: CardHistory | undefined): string {
  const last = card?.facts.lastVisit ?? card?.facts.coming[0];
  const params = new URLSearchParams({ client: clientId });
  const [first, ...others] = last?.held ?? [];
  if (first?.service_id) params.set('service', first.service_id);
  if (first) params.set('employee', first.resource_id);
  for (const { service_id, resource_id } of first?.service_id ? others : []) {
    if (service_id === null) continue;
    params.append('service', service_id);
    params.append('employee', resource_id);
  }
  return `/calendar/add?${params}`;
}

function Card({ client }: { client: LocalRow<'clients'> }) {
  const { t } = useTranslation('clients');
  const phone = useIsPhone();
  const { card, history } = useCardHistory(client.id);
  useLoadFailure(history, t('failed_to_load_visits'));
  const name = clientName(client);
  const again = bookAgainPath(client.id, card);
  const aside = (
    <>
      {card ? <NextVisit card={card} /> : null}
      <ClientNotes client={client} />
    </>
  );
  return (
    <Page
      title={phone ? name : t('card_title')}
      documentTitle={name}
      lead={<BackLink to={listPath()} state={{ row: client.id }} label={t('back')} />}
      actions={
        <>
          <BarLink to={`/clients/edit/${client.id}`} label={t('edit_card')} icon={<Pencil className="i" aria-hidden="true" />} />
          {phone ? null : (
            <BarLink primary to={again} label={t('book_again')} icon={<CalendarPlus className="i" aria-hidden="true" />} />
          )}
        </>
      }
      foot={
        phone ? (
          <Link to={again} className="btn btn-primary w-full">
            <CalendarPlus className="i" aria-hidden="true" />
            {t('book_again')}
          </Link>
        ) : null
      }
    >
      <div className="grid items-start gap-5 max-md:gap-3 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-5 max-md:gap-3">
          <DuplicatesNotice client={client} />
          <ClientHead client={client} card={card} />
          {phone ? aside : null}
          {history.phase === 'failed' ? (
            <ErrorBox title={t('failed_to_load_visits')} detail={failureText(history.error)} onRetry={history.retry} />
          ) : null}
          {history.phase === 'loading' ? <SkeletonRows /> : null}
          {card ? <VisitList card={card} onRetry={history.retry} /> : null}
        </div>
        <div className="flex min-w-0 flex-col gap-5 max-md:gap-3">
          {phone ? null : aside}
          <ClientDetails client={client} card={card} />
          <ClientMerged client={client} />
          <ClientPrivacy client={client} card={card} />
        </div>
      </div>
    </Page>
  );
}

/** The client's details, and the favourites that their visits show. */
function ClientDetails({ client, card }: { client: LocalRow<'clients'>; card: CardHistory | undefined }) {
  const { t } = useTranslation('clients');
  const language = useLanguage();
  const facts = card?.facts;
  const last = facts?.lastVisit;
  const rows: [string, string | null | undefined][] = [
    [t('email'), client.email],
    [t('address'), [client.address, client.city].filter(Boolean).join(', ')],
    [t('birth_date'), client.birth_date ? formatShortDate(client.birth_date, language) : null],
    [t('last_visit'), last && card ? formatShortDate(card.visitOf(last).date, language) : null],
    [t('favourite_employee'), card?.employeeOf(facts?.favouriteEmployee ?? null)],
    [t('favourite_service'), card?.serviceOf(facts?.favouriteService ?? null)],
  ];
  const known = rows.filter(([, text]) => text);
  if (known.length === 0) return null;
  return (
    <section className="card p-4">
      <h2 className="mb-2 text-sm font-medium! text-ink-2">{t('details')}</h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        {known.map(([label, text]) => (
          <div key={label} className="contents">
            <dt className="text-ink-3">{label}</dt>
            <dd className="break-words">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The client's notes; what is important in them stands first. */
function ClientNotes({ client }: { client: LocalRow<'clients'> }) {
  const { t } = useTranslation('clients');
  if (!client.notes) return null;
  const { important, rest } = sortNotes(client.notes);
  return (
    <section className="card flex flex-col gap-2.5 p-4">
      <span className="flex items-center justify-between">
        <h2 className="text-sm font-medium! text-ink-2">{t('notes')}</h2>
        <Link
          to={`/clients/edit/${client.id}`}
          className="btn btn-ghost btn-icon -my-2"
          aria-label={t('edit_notes')}
          title={t('edit_notes')}
        >
          <Pencil className="i" aria-hidden="true" />
        </Link>
      </span>
      {important.map((warning) => (
        <Notice key={warning} tone="warn" icon={<TriangleAlert className="i mt-px" aria-hidden="true" />}>
          <b className="font-semibold">{warning}</b>
        </Notice>
      ))}
      {rest ? <p className="break-words whitespace-pre-line text-ink-2">{rest}</p> : null}
    </section>
  );
}

/**
 * The values of the client's merged, hidden records that differ from the client's own: a telephone that was left out, or a note
 * that another device wrote without knowing of the merge.
 */
function ClientMerged({ client }: { client: LocalRow<'clients'> }) {
  const { t } = useTranslation('clients');
  const language = useLanguage();
  const replica = useReplica();
  const merged = useLiveAside(() => recordsBehind$(replica, client.id), [replica, client.id]) ?? [];
  return merged.map((other) => {
    const { phone, birth_date, ...texts } = heldOtherwise(client, other);
    const said = {
      phone: displayPhone(phone ?? null),
      ...texts,
      birth_date: birth_date && formatShortDate(birth_date, language),
    };
    const known = Object.entries(said).filter(([, text]) => text);
    if (known.length === 0) return null;
    return (
      <section key={other.id} className="card p-4" aria-labelledby={`merged-${other.id}`}>
        <h2 id={`merged-${other.id}`} className="mb-2 text-sm font-medium! break-words text-ink-2">
          {t('merged_record', { name: clientName(other) })}
        </h2>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
          {known.map(([field, text]) => (
            <div key={field} className="contents">
              <dt className="text-ink-3">{t(field)}</dt>
              <dd className="break-words whitespace-pre-line">{text}</dd>
            </div>
          ))}
        </dl>
      </section>
    );
  });
}
