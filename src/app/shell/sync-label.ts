import type { TFunction } from 'i18next';
import { isStorageGone, type SyncStatus } from '#sync/round/status.ts';

type T = TFunction<'shell'>;
type Shown = Pick<SyncStatus, 'phase' | 'reason' | 'issues' | 'pending' | 'flow' | 'progress'>;

/**
 * The subject of the chip, the most important first (src/README.md, “How it looks”). Other causes of a standstill come before
 * issues, because no issue can be solved during a standstill.
 */
export type SyncConcern = 'full' | 'lost' | 'blocked' | 'attention' | 'offline' | 'first' | 'syncing' | 'synced';

/** @param full a save in this tab has found no room, whatever the last round says */
export function concernOf({ phase, reason, issues }: Shown, full: boolean): SyncConcern {
  if (isStorageGone(reason)) return 'lost';
  if (full || reason === 'storage-full') return 'full';
  if (phase === 'blocked') return 'blocked';
  if (issues > 0) return 'attention';
  if (phase === 'offline' || (phase === 'first-sync' && reason)) return 'offline';
  if (phase === 'synced' || phase === 'syncing') return phase;
  return 'first';
}

/** The words for being offline when the cause is not the line itself. */
const WORDS: Partial<Record<NonNullable<Shown['reason']>, string>> = { server: 'no_server', portal: 'portal', busy: 'busy' };

/** Fewer rows than this arrive in a moment, so the chip does not count them. */
const MANY = 20;

/** How far a long exchange is; null while there is nothing to count. */
function flowText(t: T, { pending, flow }: Shown): string | null {
  if (!flow) return null;
  if (pending > 0) return flow.sent > 0 ? t('sync.sent_of', { sent: flow.sent, total: flow.toSend }) : null;
  return flow.received >= MANY ? t('sync.received', { count: flow.received }) : null;
}

/** The chip's words. */
export function syncLabel(t: T, status: Shown, full = false): string {
  const { reason, issues, pending } = status;
  switch (concernOf(status, full)) {
    case 'full':
      return t('sync.blocked_storage_full');
    case 'lost':
    case 'blocked':
      return t(`sync.blocked_${(reason ?? 'server').replaceAll('-', '_')}`, t('sync.blocked_server'));
    case 'attention':
      return t('sync.attention', { count: issues });
    case 'offline': {
      const words = t(`sync.${WORDS[reason ?? 'line'] ?? 'offline'}`);
      return pending > 0 ? `${words} · ${t('sync.waiting', { count: pending })}` : words;
    }
    case 'syncing':
      return flowText(t, status) ?? (pending > 0 ? t('sync.sending', { count: pending }) : t('sync.syncing'));
    case 'synced':
      return t('sync.synced');
    case 'first': {
      const { received = 0, total = 0 } = status.progress ?? {};
      return received > 0 ? t('sync.received_of', { received, total }) : t('sync.first');
    }
  }
}

/** Returns the chip's text where there is no room for words: only the number. */
export function shortLabel(status: Shown, full = false): string {
  const concern = concernOf(status, full);
  const counted = concern === 'attention' ? status.issues : concern === 'offline' || concern === 'syncing' ? status.pending : 0;
  return counted > 0 ? String(counted) : '';
}

/** How much of a long sending is told at once to who listens, in percent. */
const QUARTER = 25;

/**
 * Returns the text that is read out when it changes: the concern, without the counts that change with every save, and each quarter
 * of a long sending. Null leaves the last text: a round that runs is no news.
 */
export function spokenLabel(t: T, status: Shown, full = false): string | null {
  const concern = concernOf(status, full);
  if (concern === 'syncing') {
    const { sent = 0, toSend = 0 } = status.flow ?? {};
    const percent = toSend >= MANY ? Math.floor((100 * sent) / toSend / QUARTER) * QUARTER : 0;
    return percent > 0 && percent < 100 ? t('sync.sent_share', { percent }) : null;
  }
  if (concern === 'first') return t('sync.first');
  return syncLabel(t, concern === 'offline' ? { ...status, pending: 0 } : status, full);
}
