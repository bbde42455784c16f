import type { TFunction } from 'i18next';
import type { Language } from '#schemas/constants.ts';
import { clockText, durationText } from './moment-text.ts';
import type { SyncStatus } from './sync-types.ts';

export interface ConnectionText {
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
export function connectionText(status: SyncStatus, { t, zone, language, now }: At): ConnectionText {
  const { phase, reason, since, offlineBefore, progress, flow, pending } = status;
  if (phase === 'blocked' && reason) return { tone: 'blocked', title: t('phase_blocked'), text: t(`reason_${reason}`) };
  if (reason) {
    const why = t(`no_${reason}`);
    const text = since ? t('offline_since', { time: clockText(since, zone, language), why }) : why;
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
