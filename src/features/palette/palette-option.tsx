import { ComboboxOption } from '@headlessui/react';
import { History } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ClientAvatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Match } from '#ui/match.tsx';
import type { ActionRow, AppointmentRow, ClientRow, PaletteRow } from './palette-rows.ts';

export function PaletteOption({ row, query }: { row: PaletteRow; query: string }) {
  return (
    <ComboboxOption value={row} className="row cursor-pointer data-[focus]:bg-primary-soft data-[focus]:text-primary-ink">
      {row.kind === 'client' ? <Client row={row} query={query} /> : null}
      {row.kind === 'appointment' ? <Appointment row={row} query={query} /> : null}
      {row.kind === 'action' ? <Action row={row} query={query} /> : null}
    </ComboboxOption>
  );
}

function Words({ strong, rest }: { strong: ReactNode; rest?: ReactNode }) {
  return (
    <span className="flex min-w-0 flex-1 items-baseline gap-x-2 max-md:flex-wrap">
      <span className="font-medium max-md:min-w-0 md:whitespace-nowrap">{strong}</span>
      {rest ? <span className="min-w-0 truncate text-sm text-ink-2 tnum">{rest}</span> : null}
    </span>
  );
}

function Client({ row, query }: { row: ClientRow; query: string }) {
  const { t } = useTranslation('palette');
  return (
    <>
      <ClientAvatar name={row.name} size="sm" />
      <Words strong={<Match text={row.name} query={query} />} rest={<Match text={row.phone} query={query} />} />
      <span className="hidden items-center gap-2 text-xs whitespace-nowrap md:in-data-[focus]:flex" aria-hidden="true">
        {t('open_this')} <kbd className="kbd">Enter</kbd> {t('book')} <kbd className="kbd">Ctrl Enter</kbd>
      </span>
      <span className="sr-only">{t('book_by_key')}</span>
    </>
  );
}

function Appointment({ row, query }: { row: AppointmentRow; query: string }) {
  const { t } = useTranslation('palette');
  return (
    <>
      <span className="grid w-7 flex-none place-items-center text-ink-3" aria-hidden="true">
        {row.when === 'past' ? (
          <History className="i" />
        ) : (
          <span className="dot h-7! w-1.5!" style={{ '--c': row.color } as CSSProperties} />
        )}
      </span>
      <Words strong={row.at} rest={<Match text={row.text} query={query} />} />
      {row.status ? <span className="text-xs whitespace-nowrap text-ink-2">{row.status}</span> : null}
      {row.when === 'now' && !row.status ? <Badge>{t('now')}</Badge> : null}
    </>
  );
}

function Action({ row, query }: { row: ActionRow; query: string }) {
  return (
    <>
      <span className="grid w-7 flex-none place-items-center" aria-hidden="true">
        <row.icon className="i" />
      </span>
      <Words strong={<Match text={row.label} query={query} />} />
      <span className="flex gap-1 max-md:hidden" aria-hidden="true">
        {row.keys?.map((key) => (
          <kbd key={key} className="kbd">
            {key}
          </kbd>
        ))}
      </span>
    </>
  );
}
