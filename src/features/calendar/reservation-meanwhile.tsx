import { CloudAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { clientsById$ } from '#data/clients.queries.ts';
import { clientName } from '#domain/names.ts';
import { serviceName } from '#domain/service-duration.ts';
import { useReplica } from '#features/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Notice } from '#ui/notice.tsx';
import { useLive } from '#ui/use-live.ts';
import type { ReservationHost, useReservation } from './use-reservation.ts';
import { whatChanged } from './what-changed.ts';

type MeanwhileProps = Pick<ReturnType<typeof useReservation>, 'row' | 'now' | 'deletedMeanwhile'> &
  Pick<ReservationHost, 'salon'>;

/** Says what another device changed while the dialog is open. */
export function Meanwhile({ row, now, deletedMeanwhile, salon }: MeanwhileProps) {
  const { t } = useTranslation('calendar');
  const language = useLanguage();
  const replica = useReplica();
  const client = useLive(() => clientsById$(replica, now?.client_id ? [now.client_id] : []), [replica, now?.client_id]);
  if (deletedMeanwhile) return <MeanwhileNotice text={t('reservation.deleted')} />;
  if (!row || !now || row === now) return null;
  const said = whatChanged(
    row,
    now,
    salon.config.timezone,
    {
      employee: (id) => salon.employees.find((e) => e.id === id)?.name ?? t('unknown_employee'),
      client: (id) => {
        const found = id ? client?.get(id) : undefined;
        return found ? clientName(found) : t('no_client');
      },
      service: (id) => {
        const found = id ? salon.services.get(id) : undefined;
        return found ? serviceName(found, language) : '–';
      },
    },
    t,
  );
  return said.length > 0 ? <MeanwhileNotice text={t('reservation.changed', { what: said.join(', ') })} /> : null;
}

function MeanwhileNotice({ text }: { text: string }) {
  return (
    <Notice tone="info" className="mb-4 py-2.5!" icon={<CloudAlert className="i mt-px" aria-hidden="true" />}>
      <p data-meanwhile>{text}</p>
    </Notice>
  );
}
