import type { TFunction } from 'i18next';
import type { SyncStatus } from '#sync/status.ts';

/** The chip's words, by importance: storage full, needs attention, offline, syncing, synced (DESIGN.md §6). */
export function syncLabel(t: TFunction<'shell'>, { phase, reason, issues, pending }: SyncStatus): string {
  if (phase === 'blocked') return t(`sync.blocked_${(reason ?? 'server').replaceAll('-', '_')}`, t('sync.blocked_server'));
  if (issues > 0) return t('sync.attention', { count: issues });
  if (phase === 'offline') {
    const words = reason === 'server' ? t('sync.no_server') : t('sync.offline');
    return pending > 0 ? `${words} · ${t('sync.waiting', { count: pending })}` : words;
  }
  if (phase === 'synced') return t('sync.synced');
  if (phase === 'syncing') return pending > 0 ? t('sync.sending', { count: pending }) : t('sync.syncing');
  return t('sync.first');
}
