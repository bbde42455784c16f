import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { bringClientBack, cancelBooking } from '#data/issues/issues.commands.ts';
import { type BookingOfDeleted, bookingOfDeleted$, type SyncIssue } from '#data/issues/issues.queries.ts';
import type { SalonConfig } from '#domain/records/salon-config.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { useLiveSteady } from '#ui/timing/use-live.ts';
import { DecisionButton, IssueFrame } from './issue-frame.tsx';
import { type IssueWords, recordDetail, recordName, recordPath } from './issue-words.ts';
import { useResolution } from './use-resolution.ts';

/** A booking to come whose client is deleted; it goes by itself once somebody is expected again, or nobody. */
export function IssueClientDeleted({ issue, config }: { issue: SyncIssue; config: SalonConfig }) {
  const { t } = useTranslation('issues');
  const language = useLanguage();
  const replica = useReplica();
  const booking = useLiveSteady(() => bookingOfDeleted$(replica, issue), [replica, issue]);
  if (!booking) return null; // read in a moment
  const { legs, client, referred } = booking;
  const [first, ...rest] = legs;
  if (!first || client === 'there') return null; // decided; the issue goes in a moment
  return <Booking issue={issue} client={client} legs={[first, ...rest]} words={{ t, language, config, referred }} />;
}

interface BookingProps {
  issue: SyncIssue;
  client: Exclude<BookingOfDeleted['client'], 'there'>;
  legs: readonly [LocalRow<'events'>, ...LocalRow<'events'>[]];
  words: IssueWords;
}

const TEXTS = {
  deleted: 'text_client-deleted',
  erased: 'text_client-deleted_erased',
  unknown: 'text_client-deleted_unknown',
} as const;

function Booking({ issue, client, legs, words }: BookingProps) {
  const { t, config } = words;
  const replica = useReplica();
  const [first, ...rest] = legs;
  const name = recordName('events', { ...first }, words);
  const path = recordPath('events', first.id, { ...first }, config.timezone);
  const { busy, failure, run } = useResolution(name);
  const mayBringBack = useRights().may('clients', 'deleted');
  return (
    <IssueFrame
      issue={issue}
      words={words}
      title={t('title_client-deleted')}
      name={name}
      path={path}
      detail={recordDetail('events', { ...first }, words)}
      text={t(TEXTS[client])}
      failure={failure}
      actions={
        <>
          {client === 'deleted' && mayBringBack ? (
            <DecisionButton
              decision="back"
              busy={busy}
              variant="primary"
              onClick={() => void run('back', t('said_client_back'), () => bringClientBack(replica, issue))}
            >
              {t('bring_client_back')}
            </DecisionButton>
          ) : null}
          <Link to={path} className="btn btn-secondary btn-sm" aria-label={t('choose_other_client_named', { name })}>
            {t('choose_other_client')}
          </Link>
          <DecisionButton
            decision="cancel"
            busy={busy}
            variant="ghost"
            onClick={() => void run('cancel', t('said_cancelled'), () => cancelBooking(replica, issue))}
          >
            {t('cancel_appointment')}
          </DecisionButton>
        </>
      }
    >
      {rest.length > 0 ? (
        <ul className="mt-2 text-ink-2">
          {rest.map((leg) => (
            <li key={leg.id} className="break-words">
              {recordDetail('events', { ...leg }, words)}
            </li>
          ))}
        </ul>
      ) : null}
    </IssueFrame>
  );
}
