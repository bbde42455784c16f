import type { TFunction } from 'i18next';
import { CloudAlert, CloudCheck, type LucideIcon, RefreshCw, Wifi, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/use-language.ts';
import type { Language } from '#schemas/constants.ts';
import { durationText, momentText, shortMomentText } from './moment-text.ts';
import type { ReplicaStatus } from './sync-types.ts';
import { useNow } from './use-now.ts';

const MARKS: Record<ConnectionText['tone'], [LucideIcon, string]> = {
  connected: [Wifi, 'text-success'],
  connecting: [RefreshCw, 'text-primary-ink'],
  offline: [WifiOff, 'text-warning'],
  blocked: [CloudAlert, 'text-danger'],
};

/** The last exchange, the connection, and what the device holds (its rows come from the screen). */
export function StatusCard({ status, zone, children }: { status: ReplicaStatus; zone: string; children?: ReactNode }) {
  const { t } = useTranslation('sync');
  const language = useLanguage();
  const now = useNow();
  const { lastSyncedAt } = status;
  const { tone, title, text } = connectionText(status, { t, zone, language, now });
  const [Mark, colour] = MARKS[tone];
  return (
    <section className="card flex flex-col gap-3.5 p-4 text-sm" aria-label={t('state')}>
      <Fact icon={<CloudCheck className={`i ${lastSyncedAt ? 'text-success' : 'text-ink-3'}`} />} title={t('last_sync')}>
        {lastSyncedAt ? momentText(lastSyncedAt, zone, language, t) : t('never')}
      </Fact>
      <Fact icon={<Mark className={`i ${colour}`} />} title={title} tone={tone}>
        {text}
      </Fact>
      {children}
    </section>
  );
}

function Fact({ icon, title, tone, children }: { icon: ReactNode; title: string; tone?: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-3" data-connection={tone}>
      <span aria-hidden="true" className="flex-none">
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        {title}
        <span className="block text-xs text-ink-3">{children}</span>
      </span>
    </div>
  );
}

interface ConnectionText {
  readonly tone: 'connected' | 'connecting' | 'offline' | 'blocked';
  readonly title: string;
  readonly text: string;
}

interface At {
  readonly t: TFunction<'sync'>;
  readonly zone: string;
  readonly language: Language;
  /** Device clock, epoch milliseconds. */
  readonly now: number;
}

/** „Свързано от 2 минути, преди това 43 минути офлайн“, „Офлайн от 11:09: няма връзка“: whose fault it is (the line’s, the network’s that asks for a sign-in, the server’s), and since when. */
export function connectionText(status: ReplicaStatus, { t, zone, language, now }: At): ConnectionText {
  const { phase, reason, since, offlineBefore, progress, flow, pending } = status;
  if (phase === 'blocked' && reason) return { tone: 'blocked', title: t('phase_blocked'), text: t(`reason_${reason}`) };
  if (reason) {
    const why = t(`no_${reason}`);
    const text = since ? t('offline_since', { time: shortMomentText(since, zone, language), why }) : why;
    return { tone: 'offline', title: t('phase_offline'), text };
  }
  if (progress) {
    const number = new Intl.NumberFormat(language);
    const text = t('progress', { received: number.format(progress.received), total: number.format(progress.total) });
    return { tone: 'connecting', title: t('phase_first-sync'), text };
  }
  if (flow && (flow.sent > 0 || pending === 0)) {
    const text =
      pending > 0 ? t('flow_sent', { sent: flow.sent, total: flow.toSend }) : t('flow_received', { count: flow.received });
    return { tone: 'connecting', title: t('flow'), text };
  }
  if (!since) return { tone: 'connecting', title: t('connecting'), text: t('exchanging') };
  const connected = durationText(now - Date.parse(since), t);
  const here = connected ? t('connected_for', { duration: connected }) : t('connected_now');
  const outage = offlineBefore ? durationText(Date.parse(offlineBefore.to) - Date.parse(offlineBefore.from), t) : null;
  const text = outage ? t('before_that', { here, duration: outage }) : here;
  return { tone: 'connected', title: t('connected'), text };
}
