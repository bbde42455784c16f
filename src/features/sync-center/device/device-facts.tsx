import type { TFunction } from 'i18next';
import { HardDrive, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import {
  type Persistence as Kept,
  readStorageUse,
  requestPersistence,
  type StorageUse,
  storagePersistence,
} from '#data/browser/device-storage.ts';
import { zonedParts } from '#domain/time/time.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { formatShortDate } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { Language } from '#schemas/constants.ts';
import type { Holdings } from '#sync-center/status/sync-types.ts';
import { Button } from '#ui/page/button.tsx';

/** Returns the rows on this device and the room that they take. `stamp` changes when they should be counted anew. */
export function useStoragePartSizes(stamp: unknown): { held: Holdings | null; room: StorageUse | null } {
  const replica = useReplica();
  const [held, setHeld] = useState<Holdings | null>(null);
  const [room, setRoom] = useState<StorageUse | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp says when it is another count
  useEffect(() => {
    let cancelled = false;
    const count = async () => {
      const [holdings, estimate] = await Promise.all([replica.holdings(), readStorageUse()]);
      if (cancelled) return;
      setHeld(holdings);
      setRoom(estimate);
    };
    count().catch((error: unknown) => {
      if (!cancelled) console.error('What this device holds could not be counted', error);
    });
    return () => {
      cancelled = true;
    };
  }, [replica, stamp]);
  return { held, room };
}

/** How full the device is, as a bar. */
export function StorageMeter({ room, full }: { room: StorageUse; full?: boolean | undefined }) {
  const { t } = useTranslation('sync');
  const share = full ? 1 : Math.min(room.used / room.quota, 1);
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers draw <meter> in colours of their own
    <div
      className={full ? 'meter full' : 'meter'}
      role="meter"
      aria-label={t('room')}
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <i style={{ width: `${Math.max(share * 100, 1)}%` }} />
    </div>
  );
}

/** Room, days and rows held, and whether the browser promised to keep them. */
export function DeviceFacts({ stamp, zone }: { stamp: unknown; zone: string }) {
  const { t } = useTranslation('sync');
  const language = useLanguage();
  const { held, room } = useStoragePartSizes(stamp);
  const day = (iso: string) => formatShortDate(zonedParts(iso, zone).date, language);
  return (
    <>
      {held ? (
        <div>
          <div className="flex items-center gap-3">
            <HardDrive className="i flex-none" aria-hidden="true" />
            <span className="min-w-0 flex-1">{t('room')}</span>
            {room ? <span className="tnum text-ink-2">{storageText(room, language, t)}</span> : null}
          </div>
          {room ? (
            <div className="mt-2">
              <StorageMeter room={room} />
            </div>
          ) : null}
          <p className="hint" data-held={held.rows}>
            {held.from && held.to && held.from <= held.to
              ? `${t('calendar_from_to', { from: day(held.from), to: day(held.to) })} `
              : ''}
            {t('rows_here', { count: held.rows, rows: new Intl.NumberFormat(language).format(held.rows) })}
          </p>
        </div>
      ) : null}
      <Persistence />
    </>
  );
}

const wordsFor = (persisted: boolean | null, question: Kept['question'], passing: boolean, asked: boolean) => {
  if (persisted) return 'kept';
  if (persisted === null) return 'kept_unknown';
  if (passing) return 'kept_passing';
  if (question === 'denied') return 'kept_denied';
  if (question === 'open') return 'kept_question';
  return asked ? 'kept_refused' : 'kept_not';
};

/** A sentence that says if the rows stay when the device runs out of room, with a way to ask the browser again. */
function Persistence() {
  const { t } = useTranslation('sync');
  const { persisted, question, passing } = useStore(storagePersistence);
  const [asked, setAsked] = useState(false);
  const Mark = persisted ? ShieldCheck : ShieldAlert;
  const words = wordsFor(persisted, question, passing, asked);
  return (
    <div className="flex items-start gap-3" data-persisted={persisted}>
      <Mark className={`i mt-px flex-none ${persisted ? 'text-success' : 'text-warning'}`} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p role="status">{t(words)}</p>
        {persisted === false && !passing && question !== 'denied' ? (
          <Button
            size="sm"
            breaks
            className="mt-2"
            onClick={() => {
              void requestPersistence().then(() => setAsked(true));
            }}
          >
            {t('keep_ask')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

const MB = 1_000_000;
const GB = 1_000_000_000;

interface Size {
  readonly number: string;
  readonly unit: 'MB' | 'GB';
}

function sizeOf(bytes: number, language: Language): Size {
  const big = bytes >= GB;
  const value = bytes / (big ? GB : MB);
  const digits = big && value < 10 ? 1 : 0;
  return { number: new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value), unit: big ? 'GB' : 'MB' };
}

/** „246 MB“, „1,4 GB“; below one megabyte only that. */
export function bytesText(bytes: number, language: Language, t: TFunction<'sync'>): string {
  if (bytes < MB) return t('under_mb');
  const { number, unit } = sizeOf(bytes, language);
  return `${number} ${unit}`;
}

/** „48 от 512 MB“; both units where they differ. */
export function storageText({ used, quota }: StorageUse, language: Language, t: TFunction<'sync'>): string {
  const a = sizeOf(used, language);
  const b = sizeOf(quota, language);
  const first = used < MB ? t('under_mb') : a.unit === b.unit ? a.number : `${a.number} ${a.unit}`;
  return t('used_of', { used: first, quota: `${b.number} ${b.unit}` });
}
