import { CalendarDays, Check, Phone, TriangleAlert, UserRoundX, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEventActions } from '#calendar/event/event-actions.ts';
import { useUntilWords } from '#calendar/event/request-answer.tsx';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { isTooLate } from '#domain/booking/customer-requests.ts';
import { dialled } from '#domain/people/dialled.ts';
import { displayPhone } from '#domain/people/phones.ts';
import { type LocalDate, zonedParts } from '#domain/time/time.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { useFocusAgain } from '#ui/input/lost-focus.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { LeaveButton } from '#ui/overlay/leave-dialog.tsx';
import { Menu, type MenuEntry } from '#ui/overlay/menu.tsx';
import { Badge, Count } from '#ui/page/badge.tsx';
import { Button } from '#ui/page/button.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import { DarkDevices } from './dark-devices.tsx';
import { type AskedRequest, namedRequest, useRequestAnswers, useRequests } from './use-requests.ts';

interface RequestsDialogProps {
  salon: SalonPart;
  /** Shows a request on its day. */
  onShow(date: LocalDate, eventId: string): void;
  onClose(): void;
}

/** Everything that customers ask for and nobody has answered; each answer is one press. */
export function RequestsDialog({ salon, onShow, onClose }: RequestsDialogProps) {
  const { t } = useTranslation(['requests', 'calendar', 'common']);
  const { requests, failed, retry } = useRequests(salon);
  const list = useRef<HTMLUListElement>(null);
  useFocusAgain(list, requests?.length ?? 0);
  return (
    <Dialog
      open
      onClose={onClose}
      noticesAbove
      title={t('requests:title')}
      badge={requests && requests.length > 0 ? <Count>{requests.length}</Count> : null}
      footer={<LeaveButton className="ml-auto">{t('common:close')}</LeaveButton>}
    >
      {failed ? (
        <ErrorBox title={t('calendar:data_failed')} onRetry={retry} retryLabel={t('calendar:retry')} />
      ) : requests === undefined ? (
        <SkeletonRows />
      ) : (
        <>
          <p className="mb-3 text-ink-2 text-sm" role="status">
            {t(requests.length > 0 ? 'requests:hint' : 'requests:none')}
          </p>
          <ul ref={list} tabIndex={-1} className="flex flex-col gap-2 outline-none" aria-label={t('requests:title')}>
            {requests.map((request) => (
              <RequestRow key={request.id} request={request} zone={salon.config.timezone} onShow={onShow} />
            ))}
          </ul>
          <DarkDevices zone={salon.config.timezone} />
        </>
      )}
    </Dialog>
  );
}

interface RequestRowProps {
  request: AskedRequest;
  zone: string;
  onShow(date: LocalDate, eventId: string): void;
}

function RequestRow({ request, zone, onShow }: RequestRowProps) {
  const { t } = useTranslation('requests');
  const { confirm, press } = useEventActions();
  const answers = useRequestAnswers();
  const rights = useRights();
  const [busy, setBusy] = useState(false);
  const until = useUntilWords(request.until, zone);
  const { name, when, client, isNew, ofPhone, overlaps } = request;
  const late = isTooLate(request, new Date().toISOString());
  const named = namedRequest(request, zone, when);
  const answer = (work: () => Promise<boolean>) => () => {
    if (busy) return; // the row goes with the answer
    setBusy(true);
    void work().then((saved) => {
      if (!saved) setBusy(false);
    });
  };
  const icon = (Mark: typeof X) => <Mark className="i i-sm" aria-hidden="true" />;
  const entries: MenuEntry[] = [
    { label: t('show'), icon: icon(CalendarDays), onSelect: () => onShow(zonedParts(request.start, zone).date, request.id) },
    ...(ofPhone.length > 1
      ? [
          {
            ...{ label: t('decline_all', { count: ofPhone.length }), icon: icon(X), danger: true },
            onSelect: answer(() => answers.declineAll(request)),
          },
        ]
      : []),
    ...(isNew && rights.may('clients', 'deleted')
      ? [
          {
            ...{ label: t('remove'), note: t('remove_note'), icon: icon(UserRoundX), danger: true },
            onSelect: answer(() => answers.remove(request)),
          },
        ]
      : []),
  ];
  return (
    <li className="rounded-md border border-line px-3 py-2.5" data-request={request.id}>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <span className="min-w-[min(12rem,100%)] flex-1">
          <b className="font-semibold [overflow-wrap:anywhere]">{name}</b> {isNew ? <Badge>{t('new_client')}</Badge> : null}
          <span className="block text-sm">
            <span className="tnum">{when}</span> · {request.what}
          </span>
          <span className={late ? 'block text-sm text-warning' : 'block text-ink-2 text-sm'}>
            {t(late ? 'late' : 'until', { when: until })}
          </span>
          {overlaps ? (
            <span className="mt-1 flex gap-1.5 text-sm text-warning">
              <TriangleAlert className="i i-sm mt-0.5 flex-none" aria-hidden="true" />
              {t('overlaps')}
            </span>
          ) : null}
        </span>
        {client?.phone && dialled(client.phone) ? (
          <a className="btn btn-ghost btn-sm tnum" href={`tel:${dialled(client.phone)}`}>
            <Phone className="i i-sm" aria-hidden="true" />
            {displayPhone(client.phone)}
          </a>
        ) : null}
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          size="sm"
          busy={busy}
          icon={icon(Check)}
          label={t('confirm_named', { name, when })}
          onClick={answer(() => confirm(named))}
        >
          {t('confirm')}
        </Button>
        <Button
          variant="danger-ghost"
          size="sm"
          disabled={busy}
          icon={icon(X)}
          label={t('decline_named', { name, when })}
          onClick={answer(() => press(named, 'cancelled'))}
        >
          {t('decline')}
        </Button>
        <span className="ml-auto">
          <Menu label={t('more', { name, when })} entries={entries} />
        </span>
      </div>
    </li>
  );
}
