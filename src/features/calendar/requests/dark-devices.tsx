import { MonitorOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUntilWords } from '#calendar/event/request-answer.tsx';
import { keptBookingPage$, refreshBookingPage } from '#data/online/booking-page-book.ts';
import { putDeviceAway } from '#data/people/people-server.ts';
import { peopleFailureText } from '#features/shared/people-words.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { useReplica, useSession } from '#features/shared/use-replica.ts';
import type { BookingPage } from '#schemas/online.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { useLive } from '#ui/timing/use-live.ts';

type Dark = BookingPage['dark'][number];

/** The devices for which requests wait; whoever knows that one does not come back says so. */
export function DarkDevices({ zone }: { zone: string }) {
  const { t } = useTranslation('requests');
  const replica = useReplica();
  const session = useSession();
  const online = useOnline();
  const dark = useLive(() => keptBookingPage$(replica), [replica])?.page.dark ?? [];
  useEffect(() => {
    // What was kept may be some minutes old.
    if (online)
      refreshBookingPage(replica, session).catch((error: unknown) => console.info('The silent devices are not read', error));
  }, [replica, session, online]);
  if (dark.length === 0) return null;
  return (
    <section className="mt-4 border-line border-t pt-3" aria-label={t('dark_title')}>
      <h3 className="font-semibold text-sm">{t('dark_title')}</h3>
      <p className="text-ink-2 text-sm">
        {t('dark')} {t(online ? 'put_away_hint' : 'no_line')}
      </p>
      <ul className="mt-2 flex flex-col gap-2">
        {dark.map((device) => (
          <DarkDevice key={`${device.user_id} ${device.id}`} device={device} zone={zone} disabled={!online} />
        ))}
      </ul>
    </section>
  );
}

function DarkDevice({ device, zone, disabled }: { device: Dark; zone: string; disabled: boolean }) {
  const { t } = useTranslation(['requests', 'common']);
  const replica = useReplica();
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const when = useUntilWords(device.last_seen, zone);
  const name = device.name ?? t('requests:no_name');
  const putAway = async () => {
    setBusy(true);
    try {
      await putDeviceAway(await session.clientOf(replica.userId), device.id);
      await refreshBookingPage(replica, session);
      toast({ title: t('common:success'), description: t('requests:put_away_done') });
    } catch (error) {
      console.warn('A device was not put away', error);
      toast({ title: t('requests:put_away_failed'), description: peopleFailureText(error), variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <MonitorOff className="i i-sm flex-none text-ink-3" aria-hidden="true" />
      <span className="min-w-[min(10rem,100%)] flex-1 [overflow-wrap:anywhere]">
        {t('requests:dark_device', { name, when })}
        {device.unsent > 0 ? ` · ${t('requests:dark_unsent', { count: device.unsent })}` : ''}
      </span>
      <Button
        size="sm"
        busy={busy}
        disabled={disabled}
        label={t('requests:put_away_name', { name })}
        onClick={() => void putAway()}
      >
        {t('requests:put_away')}
      </Button>
    </li>
  );
}
