import { Info } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SalonPart, salonPart$ } from '#calendar/reads/calendar-reads.ts';
import { durationOf } from '#domain/service-duration.ts';
import { useReplica } from '#features/use-replica.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { CombSpinner } from '#ui/comb-spinner.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { useLiveState } from '#ui/use-live.ts';
import { type FindSlotDialogProps, FindSlotForm } from './find-slot-form.tsx';
import { FindSlotFrame } from './find-slot-frame.tsx';

/** How long all of them take together; 0 where that depends on who does it. */
const minutesOf = (services: readonly LocalRow<'services'>[]): number =>
  services.some(({ own_terms }) => own_terms) ? 0 : services.reduce((sum, service) => sum + durationOf(service), 0);

/** The next free slots for a service, with anyone or with one employee, from a date on; the chosen one is drawn in the grid. */
export function FindSlotDialog(props: FindSlotDialogProps) {
  const { date, onShow, onClose } = props;
  const { t } = useTranslation(['reservation', 'calendar']);
  const replica = useReplica();
  const read = useLiveState(() => salonPart$(replica), [replica]);
  // What was chosen outlives a read that fails later.
  const [salon, setSalon] = useState<SalonPart | null>(null);
  if (read.value && read.value !== salon) setSalon(read.value);
  const whole = useLiveState(() => replica.pulledOnce$, [replica]).value ?? true;
  const [serviceId, setServiceId] = useState('');
  const [more, setMore] = useState<readonly string[]>([]);
  const service = salon?.services.get(serviceId);
  const minutes = minutesOf([serviceId, ...more].flatMap((id) => salon?.services.get(id) ?? []));
  const [home] = useState(date);
  const leave = (aside?: 'aside') => {
    // Who presses something of the shown day stays on it.
    if (!aside) onShow(home);
    onClose();
  };
  return (
    <FindSlotFrame
      title={t('find.title')}
      onLeave={leave}
      footer={
        <p className="flex min-w-0 items-start gap-2 text-ink-2 text-xs">
          <Info className="i i-sm mt-px" aria-hidden="true" />
          <span>
            {minutes > 0 ? `${t('calendar:reservation.minutes', { count: minutes })}. ` : ''}
            {whole ? t('find.by_device') : t('find.loading_rest')}
          </span>
        </p>
      }
    >
      {salon ? (
        <FindSlotForm {...{ ...props, salon, service, setServiceId, more, setMore }} />
      ) : read.phase === 'failed' ? (
        <ErrorBox className="m-4" title={t('calendar:data_failed')} onRetry={read.retry} retryLabel={t('calendar:retry')} />
      ) : (
        <div className="grid place-items-center py-10 text-primary-ink">
          <CombSpinner className="text-[2.25rem]" />
        </div>
      )}
    </FindSlotFrame>
  );
}
