import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions, Dialog, DialogBackdrop, DialogPanel } from '@headlessui/react';
import { CalendarSearch, History, Package, Search, UserRoundPlus, X } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { typedText } from '#ui/form/typed-text.ts';
import { useFrameFirst, useKeptFocus, useModal } from '#ui/overlay/headless-ui/dialog-fixes.tsx';
import { ClientAvatar, ColorDot } from '#ui/page/avatar.tsx';
import { Badge } from '#ui/page/badge.tsx';
import { Match } from '#ui/page/match.tsx';
import { deferUntilPaint } from '#ui/timing/defer-until-paint.ts';
import { closePalette } from './palette-open.ts';
import {
  type ActionRow,
  type AppointmentRow,
  actionsFor,
  newClientPath,
  type PaletteClient,
  type PaletteProduct,
  type PaletteRow,
  type PaletteService,
} from './palette-rows.ts';
import { usePaletteRows } from './use-palette-rows.ts';

interface PaletteDialogProps {
  replica: Parameters<typeof usePaletteRows>[0];
  actions: readonly ActionRow[];
}

/** Clients, appointments, actions and screens from what this device has: one field, the keys or a tap. */
export function PaletteDialog({ replica, actions }: PaletteDialogProps) {
  const { t } = useTranslation('palette');
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const { clients, appointments, services, products, isService, ready } = usePaletteRows(replica, query);
  useModal(true);
  const field = useRef<HTMLInputElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  useKeptFocus(true, frame);
  const { whole } = useFrameFirst(true);
  // Where fingers press, Headless UI gives the focus to the dialog itself, lest a keyboard rise; whoever opens the search wants to type.
  useEffect(() => deferUntilPaint(() => field.current?.focus()), []);
  const asked = query.trim();
  const fitting = actionsFor(actions, query);
  // Last: Enter means what was found.
  const create: ActionRow[] =
    replica && asked !== '' && !isService
      ? [
          {
            kind: 'action',
            id: 'create',
            label: t('create_client', { name: asked }),
            icon: UserRoundPlus,
            to: newClientPath(asked),
          },
        ]
      : [];
  // The first free slot of what fits best, for fingers too; of the others by keys.
  const [best] = services;
  const find: ActionRow[] = best
    ? [{ kind: 'action', id: 'find', label: t('find_for', { service: best.name }), icon: CalendarSearch, to: best.find }]
    : [];
  const groups = [
    { key: 'clients', rows: clients },
    { key: 'services', rows: [...services.slice(0, 1), ...find, ...services.slice(1)] },
    { key: 'appointments', rows: appointments },
    { key: 'products', rows: products },
    { key: 'actions', rows: [...fitting, ...create] },
  ].filter(({ rows }) => rows.length > 0);
  const onDevice = clients.length + services.length + appointments.length + products.length;
  const nothing = ready && onDevice + fitting.length === 0;

  const go = (to: string) => {
    closePalette();
    void navigate(to);
  };
  const onKeyDown = (event: KeyboardEvent, active: PaletteRow | null) => {
    if (event.key === 'Escape') {
      event.preventDefault(); // Headless UI would empty the field, and leave the search open
      closePalette();
      return;
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    const other = active?.kind === 'client' ? active.book : active?.kind === 'service' ? active.find : null;
    if (other === null) return;
    event.preventDefault();
    go(other);
  };
  return (
    <Dialog ref={frame} open onClose={closePalette} className="layer-dialog" aria-label={t('title')}>
      <DialogBackdrop className="layer-scrim" />
      <div className="palette-place">
        <DialogPanel className="palette">
          <Combobox<PaletteRow | null> value={null} onChange={(row) => row && go(row.to)}>
            {({ activeOption }) => (
              <>
                <div className="q">
                  <Search className="i i-lg text-ink-3" aria-hidden="true" />
                  <ComboboxInput
                    ref={field}
                    autoFocus
                    autoComplete="off"
                    aria-label={t('field')}
                    placeholder={t('placeholder')}
                    className="min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-3"
                    displayValue={() => query} // what is typed stays, also where one presses beside it
                    onChange={(event) => setQuery(typedText(event.target))}
                    onKeyDown={(event: KeyboardEvent) => onKeyDown(event, activeOption)}
                  />
                  <button type="button" className="kbd max-md:hidden" onClick={closePalette}>
                    Esc<span className="sr-only">: {t('close')}</span>
                  </button>
                  <button
                    type="button"
                    className="grid h-11 w-11 flex-none place-items-center md:hidden"
                    aria-label={t('close')}
                    onClick={closePalette}
                  >
                    <X className="i" aria-hidden="true" />
                  </button>
                </div>
                <ComboboxOptions
                  static
                  modal={false} // a modal list would take the close button and the count from everybody
                  as="div"
                  className="min-h-0 flex-1 overflow-y-auto pb-2"
                  aria-label={t('results')}
                >
                  {(whole ? groups : []).map(({ key, rows }) => (
                    <fieldset key={key} className="min-w-0" aria-labelledby={`palette-${key}`}>
                      <h3 id={`palette-${key}`} role="presentation">
                        {t(`groups.${key}`)}
                      </h3>
                      {rows.map((row) => (
                        <PaletteOption key={`${row.kind}-${row.id}`} row={row} query={asked} />
                      ))}
                    </fieldset>
                  ))}
                </ComboboxOptions>
                {nothing ? <p className="px-5 pb-3 text-ink-2">{t('nothing', { query })}</p> : null}
                <footer>
                  <span className="flex items-center gap-1.5 max-md:hidden">
                    <kbd className="kbd">↑</kbd>
                    <kbd className="kbd">↓</kbd> {t('choose')}
                  </span>
                  <span className="flex items-center gap-1.5 max-md:hidden">
                    <kbd className="kbd">Enter</kbd> {t('open')}
                  </span>
                  <span className="ml-auto" role="status">
                    {asked === '' ? t('local') : t('found', { count: onDevice })}
                  </span>
                </footer>
              </>
            )}
          </Combobox>
        </DialogPanel>
      </div>
    </Dialog>
  );
}

function PaletteOption({ row, query }: { row: PaletteRow; query: string }) {
  return (
    <ComboboxOption value={row} className="row cursor-pointer data-[focus]:bg-primary-soft data-[focus]:text-primary-ink">
      {row.kind === 'client' ? <Client row={row} query={query} /> : null}
      {row.kind === 'appointment' ? <Appointment row={row} query={query} /> : null}
      {row.kind === 'service' ? <Service row={row} query={query} /> : null}
      {row.kind === 'product' ? <Product row={row} query={query} /> : null}
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

function Client({ row, query }: { row: PaletteClient; query: string }) {
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

function Service({ row, query }: { row: PaletteService; query: string }) {
  const { t } = useTranslation('palette');
  return (
    <>
      <span className="grid w-7 flex-none place-items-center" aria-hidden="true">
        <ColorDot color={row.color} />
      </span>
      <Words strong={<Match text={row.name} query={query} />} rest={row.text} />
      <span className="hidden items-center gap-2 text-xs whitespace-nowrap md:in-data-[focus]:flex" aria-hidden="true">
        {t('book')} <kbd className="kbd">Enter</kbd> {t('find')} <kbd className="kbd">Ctrl Enter</kbd>
      </span>
      <span className="sr-only">{t('find_by_key')}</span>
    </>
  );
}

function Product({ row, query }: { row: PaletteProduct; query: string }) {
  return (
    <>
      <span className="grid w-7 flex-none place-items-center text-ink-2" aria-hidden="true">
        <Package className="i" />
      </span>
      <Words strong={<Match text={row.name} query={query} />} rest={row.text} />
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
      {row.parts ? <span className="text-xs whitespace-nowrap text-ink-2">{t('parts', { count: row.parts })}</span> : null}
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
