import { Eraser, HardDrive, Lock, RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { readStorageUse, type StorageUse } from '#data/browser/device-storage.ts';
import { type StoragePartSizes, storagePartSizes } from '#data/local-data/device-room.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { leaveForLater, roomAgain, storageFull } from '#features/shared/use-saving.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Checkbox } from '#ui/form/checkbox.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Button } from '#ui/page/button.tsx';
import { bytesText, StorageMeter, storageText } from './device-facts.tsx';

/** The device has no room: what was not saved, by name, what is held here, and what can go because the server has it. */
export function StorageFullDialog({ replica }: { replica: OpenReplica }) {
  const { open } = useStore(storageFull);
  return open ? <OpenDialog replica={replica} /> : null;
}

function OpenDialog({ replica }: { replica: OpenReplica }) {
  const { t } = useTranslation('sync');
  const { unsaved } = useStore(storageFull);
  const { parts, room, recount } = useParts(replica);
  const [chosen, setChosen] = useState<Freeable | null | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const [still, setStill] = useState<number | null>(null);

  // Older than a year is proposed; what is younger goes only by choice, because the calendar shows it no more.
  const first: Freeable | null = parts && parts.rows.old > 0 ? 'old' : null;
  const choice = chosen === undefined ? first : chosen;

  const free = async () => {
    setBusy(true);
    setStill(null);
    let freed = 0;
    try {
      if (choice && parts) freed = await replica.freeSpace(parts.before[choice]);
    } catch (error) {
      console.error('Nothing could be freed', error);
    }
    try {
      if (unsaved) {
        if (await unsaved.again()) return;
      } else {
        await replica.syncNow();
        if (replica.status$.value.reason !== 'storage-full' && freed > 0) {
          roomAgain();
          return;
        }
      }
      setStill(freed);
      setChosen(undefined);
      recount();
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      onClose={leaveForLater}
      title={
        <span className="flex items-center gap-3">
          <span className="grid h-10 w-10 flex-none place-items-center rounded-md bg-danger-soft text-danger">
            <HardDrive className="i" aria-hidden="true" />
          </span>
          {t('full_title')}
        </span>
      }
      footer={
        <>
          <Button variant="ghost" className="mr-auto" onClick={leaveForLater}>
            {t(unsaved ? 'full_leave' : 'full_later')}
          </Button>
          <Button
            variant="primary"
            busy={busy}
            busyLabel={t('full_freeing')}
            icon={choice ? <Eraser className="i" aria-hidden="true" /> : <RefreshCw className="i" aria-hidden="true" />}
            onClick={() => void free()}
          >
            {t(choice ? (unsaved ? 'full_free_save' : 'full_free') : 'full_retry')}
          </Button>
        </>
      }
    >
      <div data-storage-full>
        <p className="text-ink-2">
          {unsaved ? (
            <Trans
              t={t}
              i18nKey="full_not_saved"
              values={{ what: unsaved.what }}
              components={{ b: <b className="font-semibold text-ink" /> }}
            />
          ) : (
            t('full_text')
          )}
        </p>
        {still === null ? null : (
          <p className="notice bad mt-3" role="alert">
            {t(still > 0 ? 'full_still_freed' : 'full_still', { count: still })}
          </p>
        )}
        {room ? <RoomLine room={room} /> : null}
        {parts ? <StorageParts parts={parts} room={room} choice={choice} onChoice={setChosen} /> : null}
        {parts && first === null && parts.rows.middle === 0 ? <p className="hint">{t('full_nothing_to_free')}</p> : null}
      </div>
    </Dialog>
  );
}

function useParts(replica: OpenReplica) {
  const [parts, setParts] = useState<StoragePartSizes | null>(null);
  const [room, setRoom] = useState<StorageUse | null>(null);
  const [count, setCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted anew when asked
  useEffect(() => {
    let cancelled = false;
    const read = async () => {
      const [held, estimate] = await Promise.all([storagePartSizes(replica, Date.now()), readStorageUse()]);
      if (cancelled) return;
      setParts(held);
      setRoom(estimate);
    };
    read().catch((error: unknown) => console.error('What this device holds could not be counted', error));
    return () => {
      cancelled = true;
    };
  }, [replica, count]);
  return { parts, room, recount: () => setCount((before) => before + 1) };
}

function RoomLine({ room }: { room: StorageUse }) {
  const { t } = useTranslation('sync');
  const language = useLanguage();
  const ours = room.used >= room.quota * 0.9;
  return (
    <div className="mt-4">
      {ours ? null : <p className="mb-2">{t('full_elsewhere')}</p>}
      <div className="mb-1.5 flex items-baseline gap-3 font-medium">
        <span className="min-w-0 flex-1">{t(ours ? 'room' : 'room_ours')}</span>
        <span className={`tnum font-semibold ${ours ? 'text-danger' : ''}`}>
          {ours ? storageText(room, language, t) : bytesText(room.used, language, t)}
        </span>
      </div>
      {ours ? <StorageMeter room={room} full /> : <hr className="border-line" />}
    </div>
  );
}

/** The data that may be removed: only the older part, or both parts. */
type Freeable = 'old' | 'middle';

interface StoragePartsProps {
  parts: StoragePartSizes;
  room: StorageUse | null;
  choice: Freeable | null;
  onChoice: (choice: Freeable | null) => void;
}

/** The parts of the data on the device: those that are needed are locked, those that the server has too can be chosen. */
function StorageParts({ parts: { bytes, rows }, room, choice, onChoice }: StoragePartsProps) {
  const { t } = useTranslation('sync');
  const app = room ? room.used - Object.values(bytes).reduce((sum, part) => sum + part, 0) : 0;
  return (
    <ul className="mt-2" aria-label={t('full_parts')}>
      <Locked name={t('part_kept')} why={t('part_needed')} bytes={bytes.kept} />
      {rows.middle > 0 ? (
        <Free
          name={t('part_middle')}
          why={t('part_middle_why')}
          bytes={bytes.middle}
          checked={choice === 'middle'}
          onChange={(checked) => onChoice(checked ? 'middle' : rows.old > 0 ? 'old' : null)}
        />
      ) : null}
      {rows.old > 0 ? (
        <Free
          name={t('part_old')}
          why={t('part_on_server')}
          bytes={bytes.old}
          checked={choice !== null}
          // What is younger never goes before what is older.
          onChange={(checked) => onChoice(checked ? 'old' : null)}
        />
      ) : null}
      <Locked name={t('part_basics')} why={t('part_needed')} bytes={bytes.basics} />
      <Locked name={t('part_waiting')} why={t('part_only_here')} bytes={bytes.waiting} />
      {app > 1_000_000 ? <Locked name={t('part_app')} why={t('part_app_why')} bytes={app} /> : null}
    </ul>
  );
}

function Row({ children, bytes, bold }: { children: ReactNode; bytes: number; bold?: boolean }) {
  const { t } = useTranslation('sync');
  const language = useLanguage();
  return (
    <li className="flex items-center gap-2.5 border-b border-line py-1">
      {children}
      <span className={bold ? 'tnum font-semibold' : 'tnum text-ink-2'}>{bytesText(bytes, language, t)}</span>
    </li>
  );
}

function Words({ name, why }: { name: string; why: string }) {
  return (
    <span className="block min-w-0 flex-1 leading-snug">
      {name}
      <span className="block text-sm text-ink-3">{why}</span>
    </span>
  );
}

function Locked({ name, why, bytes }: { name: string; why: string; bytes: number }) {
  return (
    <Row bytes={bytes}>
      <span className="grid w-5 flex-none place-items-center text-ink-3">
        <Lock className="i i-sm" aria-hidden="true" />
      </span>
      <Words name={name} why={why} />
    </Row>
  );
}

function Free(props: { name: string; why: string; bytes: number; checked: boolean; onChange: (checked: boolean) => void }) {
  const { name, why, bytes, checked, onChange } = props;
  return (
    <Row bytes={bytes} bold>
      <Checkbox className="min-w-0 flex-1" checked={checked} onChange={onChange} label={<Words name={name} why={why} />} />
    </Row>
  );
}
