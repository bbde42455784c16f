import { Radio, RadioGroup } from '@headlessui/react';
import { Circle, CircleCheckBig, CloudUpload, Phone } from 'lucide-react';
import type { CSSProperties } from 'react';
import { formatTimeOf } from '#domain/date-format.ts';
import { dialled } from '#domain/dialled.ts';
import { displayPhone } from '#domain/phones.ts';
import { classNames } from '#ui/class-names.ts';
import { type IssueWords, recordName, referredName, textOf } from './issue-words.ts';
import type { Booking } from './use-overlap.ts';

export interface OverlapBookingsProps {
  bookings: readonly [Booking, Booking];
  words: IssueWords;
  /** Which of them is to be moved. */
  moving: string;
  movable: ReadonlySet<string>;
  disabled: boolean;
  onMoving(id: string): void;
}

/** Both bookings as the calendar draws them; which one moves is chosen here. Below each, how to reach the client. */
export function OverlapBookings({ bookings, words, moving, movable, disabled, onMoving }: OverlapBookingsProps) {
  const { t } = words;
  return (
    <>
      <RadioGroup
        value={movable.has(moving) ? moving : null}
        onChange={(id) => id && onMoving(id)}
        disabled={disabled}
        aria-label={t('which_moves')}
        className="mt-3 grid gap-2 sm:grid-cols-2"
      >
        {bookings.map((booking) => (
          <BookingCard key={booking.id} booking={booking} words={words} canMove={movable.has(booking.id)} />
        ))}
      </RadioGroup>
      <ul className="mt-2 grid gap-x-2 gap-y-1 sm:grid-cols-2">
        {bookings.map((booking) => (
          <li key={booking.id} className="min-w-0">
            <Reach booking={booking} words={words} />
          </li>
        ))}
      </ul>
    </>
  );
}

function BookingCard({ booking, words, canMove }: { booking: Booking; words: IssueWords; canMove: boolean }) {
  const { t, config, referred } = words;
  const times = [booking.start_time, booking.end_time].map((iso) => formatTimeOf(iso, config.timezone)).join('–');
  const colour = referred.get('resources')?.get(booking.resource_id)?.row as { color?: string } | undefined;
  const service = referredName('services', booking.service_id, words) ?? textOf(booking.title);
  return (
    <Radio
      value={booking.id}
      disabled={!canMove}
      as="button"
      type="button"
      data-booking={booking.id}
      style={{ '--c': colour?.color } as CSSProperties}
      className={({ checked }) =>
        classNames(
          'evt tint static! min-w-0 p-2! pl-3! outline-offset-2',
          booking.pending === 1 ? 'unsynced' : 'double',
          checked && 'shadow-[inset_var(--cal-event-bar)_0_0_var(--bar),inset_0_0_0_2px_var(--color-primary)]!',
        )
      }
    >
      {({ checked }) => (
        <>
          <span className="t tnum">
            {times}
            <span className="st">
              {booking.pending === 1 ? <CloudUpload className="i" role="img" aria-label={t('unsent')} /> : null}
            </span>
          </span>
          <span className="n">{recordName('events', { ...booking }, words)}</span>
          <span className="flex items-end gap-2">
            <span className="s min-w-0 flex-1">{booking.type === 'blocking' ? '' : service}</span>
            <span className="inline-flex flex-none items-center gap-1 font-medium">
              {t(checked ? 'moves' : 'stays')}
              {checked ? (
                <CircleCheckBig className="i i-sm" aria-hidden="true" />
              ) : canMove ? (
                <Circle className="i i-sm" aria-hidden="true" />
              ) : null}
            </span>
          </span>
        </>
      )}
    </Radio>
  );
}

/** The client's phone as a link that dials. */
function Reach({ booking, words }: { booking: Booking; words: IssueWords }) {
  const { t, referred } = words;
  if (booking.type === 'blocking') return null;
  const client = booking.client_id ? referred.get('clients')?.get(booking.client_id)?.row : undefined;
  const phone = textOf((client as { phone?: string | null } | undefined)?.phone);
  const name = recordName('events', { ...booking }, words);
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
