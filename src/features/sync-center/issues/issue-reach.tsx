import { Phone } from 'lucide-react';
import { dialled } from '#domain/people/dialled.ts';
import { displayPhone } from '#domain/people/phones.ts';
import { type IssueContent, type IssueWords, recordName, textOf } from './issue-words.ts';

/** How to reach the client of a booking: their phone as a link that dials. */
export function Reach({ booking, words }: { booking: IssueContent; words: IssueWords }) {
  const { t, referred } = words;
  if (booking.type === 'blocking') return null;
  const client = typeof booking.client_id === 'string' ? referred.get('clients')?.get(booking.client_id)?.row : undefined;
  const phone = textOf((client as { phone?: string | null } | undefined)?.phone);
  const name = recordName('events', booking, words);
  if (!phone)
    return (
      <span className="text-xs text-ink-3">
        {name}: {t('no_phone')}
      </span>
    );
  return (
    <a
      href={`tel:${dialled(phone)}`}
      className="inline-flex min-h-8 max-w-full items-center gap-1.5 text-sm font-medium text-primary-ink underline underline-offset-2"
    >
      <Phone className="i i-sm flex-none" aria-hidden="true" />
      <span className="sr-only">{t('call')} </span>
      <span className="truncate sm:sr-only">{name}, </span>
      <span className="tnum flex-none">{displayPhone(phone)}</span>
    </a>
  );
}
