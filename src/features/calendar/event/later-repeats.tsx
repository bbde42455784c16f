import { useTranslation } from 'react-i18next';
import { laterRepeats$ } from '#data/events/series.queries.ts';
import { visitsAmong } from '#domain/repeat.ts';
import { useReplica } from '#features/use-replica.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { useLive } from '#ui/use-live.ts';

interface LaterRepeatsProps {
  event: LocalRow<'events'>;
  checked: boolean;
  onChange(checked: boolean): void;
}

/** Whether what comes after a booking in its series is deleted with it; nothing where nothing does. */
export function LaterRepeats({ event, checked, onChange }: LaterRepeatsProps) {
  const { t } = useTranslation('visits');
  const replica = useReplica();
  const { id, series_id, client_id, start_time } = event;
  const later = useLive(() => laterRepeats$(replica, event), [replica, id, series_id, client_id, start_time]);
  const count = visitsAmong(later ?? []);
  if (count === 0) return null;
  return <Checkbox className="mt-2 text-ink" label={t('delete_later', { count })} checked={checked} onChange={onChange} />;
}
