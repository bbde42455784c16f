import type { TFunction } from 'i18next';
import { isStorageGone, type SyncStatus } from '#sync/status.ts';

type T = TFunction<'shell'>;
type Shown = Pick<SyncStatus, 'phase' | 'reason' | 'issues' | 'pending'>;

/** What the chip is about, the most important first (DESIGN.md §6). Other causes of a standstill come before issues: nothing of them can be solved then. */
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

/** What it is, where it is not the line. */
const WORDS: Partial<Record<NonNullable<Shown['reason']>, string>> = { server: 'no_server', portal: 'portal', busy: 'busy' };

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
      return pending > 0 ? t('sync.sending', { count: pending }) : t('sync.syncing');
    case 'synced':
      return t('sync.synced');
    case 'first':
      return t('sync.first');
  }
}

/** What the chip says where there is no room for words: what they count. */
export function shortLabel(status: Shown, full = false): string {
  const concern = concernOf(status, full);
  const counted = concern === 'attention' ? status.issues : concern === 'offline' || concern === 'syncing' ? status.pending : 0;
  return counted > 0 ? String(counted) : '';
}

/**
 * What is read out when it changes: the concern, without the counts that change with every save. Null leaves what was said:
 * a round that runs is no news.
 */
export function spokenLabel(t: T, status: Shown, full = false): string | null {
  const concern = concernOf(status, full);
  if (concern === 'syncing') return null;
  return syncLabel(t, concern === 'offline' ? { ...status, pending: 0 } : status, full);
}
