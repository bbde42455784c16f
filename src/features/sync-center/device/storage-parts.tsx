import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Room } from '#data/browser/device-storage.ts';
import type { HeldParts } from '#data/local-data/device-room.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { bytesText } from './room-text.ts';

/** What may go: the older part, or all of both. */
export type Freeable = 'old' | 'middle';

export interface StoragePartsProps {
  parts: HeldParts;
  room: Room | null;
  choice: Freeable | null;
  onChoice: (choice: Freeable | null) => void;
}

/** What the device holds, part by part: what is needed stands locked, what the server has too can be chosen. */
export function StorageParts({ parts: { bytes, rows }, room, choice, onChoice }: StoragePartsProps) {
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
