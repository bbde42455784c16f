import { describe, expect, it } from 'vitest';
import { i18n, setLanguage } from '#i18n/i18n.ts';
import { connectionText } from './status-card.tsx';
import type { ReplicaStatus } from './sync-types.ts';

const NOW = Date.now();
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
const STATUS: ReplicaStatus = {
  phase: 'synced',
  pending: 0,
  oldestPendingAt: null,
  lastSyncedAt: ago(2),
  issues: 0,
  rev: 12,
  calendarReady: true,
  since: ago(2),
  offlineBefore: null,
};
const clock = (iso: string) =>
  new Intl.DateTimeFormat('bg', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(new Date(iso)).replace(' ч.', '');

function said(language: 'bg' | 'en', status: Partial<ReplicaStatus>) {
  setLanguage(language);
  const t = i18n.getFixedT(language, 'sync');
  return connectionText({ ...STATUS, ...status }, { t, zone: 'UTC', language, now: NOW });
}

describe('the connection in words', () => {
  it('says since when it stands and how long the outage before it was', () => {
    const offlineBefore = { from: ago(45), to: ago(2) };
    expect(said('bg', { offlineBefore })).toEqual({
      tone: 'connected',
      title: 'Свързано',
      text: 'от 2 минути, преди това 43 минути офлайн',
    });
    expect(said('en', { offlineBefore }).text).toBe('for 2 minutes, before that offline for 43 minutes');
    expect(said('bg', { since: ago(1) }).text).toBe('от 1 минута');
    expect(said('bg', { since: ago(0) }).text).toBe('току-що');
    expect(said('bg', { since: ago(125) }).text).toBe('от 2 часа и 5 минути');
    expect(said('en', { since: ago(60) }).text).toBe('for 1 hour');
    expect(said('bg', { since: ago(72 * 60) }).text).toBe('от 3 дни');
    // Too short for a person to have noticed.
    expect(said('bg', { offlineBefore: { from: ago(2), to: ago(2) } }).text).toBe('от 2 минути');
  });

  it('says how far a long exchange is: what of the unsent has been taken, then what has come', () => {
    const sending = { phase: 'syncing', pending: 380, flow: { sent: 120, toSend: 500, received: 0 } } as const;
    expect(said('bg', sending)).toEqual({ tone: 'connecting', title: 'Обменът продължава', text: 'изпратени 120 от 500' });
    expect(said('en', sending).text).toBe('120 of 500 sent');
    const receiving = { phase: 'syncing', flow: { sent: 0, toSend: 0, received: 1200 } } as const;
    expect(said('bg', receiving).text).toBe('получени 1200 промени');
    expect(said('en', { ...receiving, flow: { ...receiving.flow, received: 1 } }).text).toBe('1 change received');
    // Nothing of it has been taken yet.
    expect(said('en', { ...sending, flow: { sent: 0, toSend: 380, received: 7 } }).text).toBe('for 2 minutes');
  });

  it('says whether it is the line, the network or the server, and since when', () => {
    const since = ago(0);
    expect(said('bg', { phase: 'offline', reason: 'line', since })).toEqual({
      tone: 'offline',
      title: 'Офлайн',
      text: `от ${clock(since)}: няма връзка`,
    });
    expect(said('bg', { phase: 'offline', reason: 'server', since }).text).toBe(`от ${clock(since)}: сървърът не отговаря`);
    expect(said('en', { phase: 'offline', reason: 'server', since: null }).text).toBe('the server does not answer');
    expect(said('bg', { phase: 'offline', reason: 'portal', since }).text).toBe(
      `от ${clock(since)}: мрежата тук иска вход, отворете страницата ѝ в браузъра`,
    );
    expect(said('en', { phase: 'offline', reason: 'portal', since: null }).text).toMatch(/^the network here asks for a sign-in/);
    expect(said('bg', { phase: 'offline', reason: 'busy', since: null }).text).toBe('сървърът е зает, опитваме пак сами');
    expect(said('en', { phase: 'offline', reason: 'busy', since: null }).text).toBe('the server is busy, we keep trying');
  });

  it('names every cause of a standstill', () => {
    for (const reason of ['signed-out', 'access-withdrawn', 'app-too-old', 'storage-full'] as const)
      for (const language of ['bg', 'en'] as const) {
        const { tone, text } = said(language, { phase: 'blocked', reason });
        expect(tone).toBe('blocked');
        expect(text).toMatch(/\p{L}.*\.$/u);
      }
  });

  it('claims no connection before the first round has come to its end', () => {
    expect(said('bg', { phase: 'syncing', since: null })).toMatchObject({ tone: 'connecting', title: 'Свързване' });
    expect(said('bg', { phase: 'first-sync', since: null, progress: { received: 4, total: 9 } }).text).toBe('Изтеглени 4 от 9');
    expect(said('en', { phase: 'first-sync', since: null, progress: { received: 4000, total: 35000 } }).text).toBe(
      '4,000 of 35,000 downloaded',
    );
  });
});
