import { CloudAlert, CloudCheck, type LucideIcon, RefreshCw, Wifi, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/use-language.ts';
import { type ConnectionText, connectionText } from './connection-text.ts';
import { momentText } from './moment-text.ts';
import type { SyncStatus } from './sync-types.ts';
import { useNow } from './use-now.ts';

const MARKS: Record<ConnectionText['tone'], [LucideIcon, string]> = {
  connected: [Wifi, 'text-success'],
  connecting: [RefreshCw, 'text-primary-ink'],
  offline: [WifiOff, 'text-warning'],
  blocked: [CloudAlert, 'text-danger'],
};

/** The last exchange, the connection, and what the device holds (its rows come from the screen). */
export function StatusCard({ status, zone, children }: { status: SyncStatus; zone: string; children?: ReactNode }) {
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
