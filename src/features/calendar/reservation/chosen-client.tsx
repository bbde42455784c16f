/** The facts about the client who was chosen: their visits, what is important of their notes, and what they usually have. */
import { Repeat2, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { of } from 'rxjs';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { clientsById$ } from '#data/clients.queries.ts';
import { type ClientFacts, clientFacts$ } from '#data/events/client-facts.ts';
import { serviceName } from '#domain/booking/service-duration.ts';
import { isOfferedBy } from '#domain/booking/service-offers.ts';
import { sortNotes } from '#domain/people/client-notes.ts';
import { isWalkIn } from '#domain/people/walk-in.ts';
import { zonedParts } from '#domain/time/time.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { formatDay, formatMonth } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Notice } from '#ui/page/notice.tsx';
import { useLive, useLiveAside } from '#ui/timing/use-live.ts';
import { type ReservationValues, withService } from './reservation-form.ts';

/** The facts of a client; null: nobody is chosen of whom something is known, or nothing is read yet. */
export function useClientFacts(client: string): ClientFacts | null {
  const replica = useReplica();
  const known = client !== '' && !isWalkIn(client);
  return useLiveAside(() => (known ? clientFacts$(replica, client) : of(null)), [replica, client, known]) ?? null;
}

interface ClientLinesProps {
  client: string;
  facts: ClientFacts | null;
  salon: SalonPart;
}

/** „28 посещения · последно ср, 11/11/2026, Консултация · 1 неявяване“, and what is important of their notes. */
export function ClientLines({ client, facts, salon }: ClientLinesProps) {
  const { t } = useTranslation(['reservation', 'booking']);
  const language = useLanguage();
  const replica = useReplica();
  const asked = facts ? client : '';
  const row = useLive(() => clientsById$(replica, asked ? [asked] : []), [replica, asked])?.get(asked);
  const { important } = sortNotes(row?.notes ?? null);
  const zone = salon.config.timezone;
  const last = facts?.lastVisit?.held;
  const nameOf = (id: string | null, title: string | null) => {
    const service = salon.services.get(id ?? '');
    return service ? serviceName(service, language) : (title ?? '');
  };
  const had = [...new Set(last?.map(({ service_id, title }) => nameOf(service_id, title)))].filter(Boolean).join(' + ');
  const dateOf = (instant: string) => zonedParts(instant, zone).date;
  const since = facts?.since ? ` ${t('booking:visits_since', { month: formatMonth(dateOf(facts.since), language) })}` : '';
  const when =
    last && t('client.last', { what: [formatDay(dateOf(last[0].start_time), language), had].filter(Boolean).join(', ') });
  // The place is there before it is read: what comes into it is read out.
  return (
    <div className="contents" role="status">
      {facts ? (
        <p className="hint col-span-6 -mt-2.5" data-client-facts>
          {t('booking:visits', { count: facts.came })}
          {since}
          {when ? ` · ${when}` : null}
          {facts.noShows > 0 ? (
            <>
              {' · '}
              <b className="font-semibold whitespace-nowrap text-danger">{t('booking:no_shows', { count: facts.noShows })}</b>
            </>
          ) : null}
        </p>
      ) : null}
      {important.length > 0 ? (
        <Notice
          quiet
          tone="warn"
          className="col-span-6 -mt-1.5 py-2.5!"
          icon={<TriangleAlert className="i mt-px" aria-hidden="true" />}
        >
          {important.map((note) => (
            <p key={note} className="font-semibold">
              {note}
            </p>
          ))}
        </Notice>
      ) : null}
    </div>
  );
}

interface UsualProps {
  values: ReservationValues;
  facts: ClientFacts | null;
  salon: SalonPart;
  onChange(values: ReservationValues): unknown;
}

/** „Обичайно: Консултация с Мария Петрова“: one tap fills in both, as long as no service is chosen. */
export function UsualService({ values, facts, salon, onChange }: UsualProps) {
  const { t } = useTranslation('reservation');
  const language = useLanguage();
  const service = salon.services.get(facts?.favouriteService ?? '');
  if (!service || values.service) return null;
  const usual = salon.employees.find(({ id, active }) => active && id === facts?.favouriteEmployee);
  const employee = usual && isOfferedBy(service, usual.id) ? usual : null;
  const said = { service: serviceName(service, language), employee: employee?.name };
  return (
    <button
      type="button"
      className="chip breaks col-span-6 -mt-2 h-auto! min-h-(--control-h) justify-self-start text-left whitespace-normal! md:min-h-8"
      onClick={({ currentTarget }) => {
        // The button goes with its press.
        currentTarget.form?.querySelector<HTMLElement>('button[name="service"]')?.focus();
        onChange(withService(employee ? { ...values, employee: employee.id } : values, service, language));
      }}
    >
      <Repeat2 className="i i-sm" aria-hidden="true" />
      {t(employee ? 'client.usual_with' : 'client.usual', said)}
    </button>
  );
}
