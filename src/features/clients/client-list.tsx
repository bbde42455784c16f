import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalRow } from '#schemas/registry.ts';
import { classNames } from '#ui/class-names.ts';
import { useIsPhone, useMedia } from '#ui/use-media.ts';
import { useIsNarrow } from '#ui/use-narrow.ts';
import { ClientListItem } from './client-list-item.tsx';
import { ClientRow } from './client-row.tsx';
import { DeleteClient } from './delete-client.tsx';
import { SORTS, type Sort } from './sort-clients.ts';
import { SortHead } from './sort-head.tsx';
import { keepOffset } from './use-client-list.ts';

type Client = LocalRow<'clients'>;

/** Heights of a row in px (`--row-h`): dense on a desk, larger for fingers. */
const DESK_ROW = 53;
const TOUCH_ROW = 61;
/** Rows drawn beyond each edge, so that a flick shows no gaps. */
const OVERSCAN = 12;

export interface ClientListProps {
  clients: readonly Client[];
  /** Null: nobody has chosen an order. */
  sort: Sort | null;
  onSort: (sort: Sort) => void;
  /** Ids of those about whom something has to be decided. */
  trouble: { has(id: string): boolean } | undefined;
  /** What they were searched for: another search begins at the top. */
  asked: string;
  /** Where it opens: at a row, or so many px from the top. */
  at: { readonly row?: string | undefined; readonly offset: number };
  /** Who was saved just now. */
  changed: string | undefined;
}

/** Only the rows in sight are drawn. A table from 768 px, a list under it. */
export function ClientList({ clients, sort, onSort, trouble, asked, at, changed }: ClientListProps) {
  const { t } = useTranslation(['clients', 'common']);
  const phone = useIsPhone();
  const coarse = useMedia('(pointer: coarse)');
  const narrow = useIsNarrow();
  const box = useRef<HTMLDivElement>(null);
  const [leaving, setLeaving] = useState<Client | null>(null);
  const rows = useVirtualizer({
    count: clients.length,
    getScrollElement: () => box.current,
    estimateSize: () => (phone || coarse ? TOUCH_ROW : DESK_ROW),
    getItemKey: (index) => clients[index]?.id ?? index,
    overscan: OVERSCAN,
    initialRect: { width: 800, height: 800 },
    initialOffset: at.offset,
  });
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    const index = at.row === undefined ? -1 : clients.findIndex(({ id }) => id === at.row);
    if (index >= 0) rows.scrollToIndex(index, { align: 'center' });
  }, [at.row, clients, rows]);
  const shownFor = useRef(asked);
  useLayoutEffect(() => {
    if (shownFor.current === asked) return;
    shownFor.current = asked;
    box.current?.scrollTo({ top: 0 });
  }, [asked]);
  // By the layout: once it is out of the page a box does not know any more how far it was scrolled.
  useLayoutEffect(() => {
    const scrolled = box.current;
    const keep = () => keepOffset(scrolled?.scrollTop ?? 0);
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, []);

  const items = rows.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = rows.getTotalSize() - (items.at(-1)?.end ?? 0);
  const shown = items.flatMap((item) => {
    const client = clients[item.index];
    return client ? [{ item, client }] : [];
  });
  const gap = (height: number) =>
    height > 0 ? (
      <tr>
        <td colSpan={5} className="border-0! p-0!" style={{ height }} />
      </tr>
    ) : null;

  return (
    <>
      <div ref={box} className={classNames('min-h-0 overflow-auto', phone ? 'flex-1 bg-surface' : 'card')}>
        {phone ? (
          <ul aria-label={t('title')} style={{ paddingTop: before, paddingBottom: after }}>
            {shown.map(({ item, client }) => (
              <ClientListItem
                key={item.key}
                client={client}
                index={item.index}
                measure={rows.measureElement}
                total={clients.length}
                trouble={trouble?.has(client.id) === true}
                changed={client.id === changed}
              />
            ))}
          </ul>
        ) : (
          <table className={classNames('table', narrow && 'dense')} aria-label={t('title')} aria-rowcount={clients.length + 1}>
            <thead className="relative z-(--z-sticky)">
              <tr>
                {SORTS.map((by) => (
                  <SortHead key={by} by={by} label={t(by)} sort={sort} onSort={onSort} />
                ))}
                <th scope="col" className="acts">
                  <span className="sr-only">{t('common:actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {gap(before)}
              {shown.map(({ item, client }) => (
                <ClientRow
                  key={item.key}
                  client={client}
                  index={item.index}
                  measure={rows.measureElement}
                  trouble={trouble?.has(client.id) === true}
                  changed={client.id === changed}
                  onDelete={() => setLeaving(client)}
                />
              ))}
              {gap(after)}
            </tbody>
          </table>
        )}
      </div>
      <DeleteClient client={leaving} onDone={() => setLeaving(null)} />
    </>
  );
}
