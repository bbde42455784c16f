import { memo, startTransition, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { LocalRow } from '#schemas/registry.ts';
import { classNames } from '#ui/class-names.ts';
import { useInnerLinks } from '#ui/inner-links.ts';
import { useIsPhone, useMedia } from '#ui/use-media.ts';
import { useIsNarrow } from '#ui/use-narrow.ts';
import { useReusedRows } from '#ui/use-reused-rows.ts';
import { useSeenRows } from '#ui/use-seen-rows.ts';
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

/**
 * Only the rows in sight are drawn. A table from 768 px, a list under it. Drawn anew only for other clients or another order, not
 * for each letter that is typed above it.
 */
export const ClientList = memo(function ClientList(props: ClientListProps) {
  const { clients, sort, onSort, trouble, asked, at, changed } = props;
  const { t } = useTranslation(['clients', 'common']);
  const phone = useIsPhone();
  const coarse = useMedia('(pointer: coarse)');
  const narrow = useIsNarrow();
  const box = useRef<HTMLDivElement>(null);
  const [leaving, setLeaving] = useState<Client | null>(null);
  const navigate = useNavigate();
  const edit = useCallback((client: Client) => void navigate(`/clients/edit/${client.id}`), [navigate]);
  const followLink = useInnerLinks();
  const rows = useSeenRows({
    count: clients.length,
    box,
    height: phone || coarse ? TOUCH_ROW : DESK_ROW,
    beyond: useRowsBeyond(clients),
    offset: at.offset,
  });
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    const index = at.row === undefined ? -1 : clients.findIndex(({ id }) => id === at.row);
    if (index >= 0) rows.scrollToRow(index);
  }, [at.row, clients, rows]);
  const shownFor = useRef(asked);
  useLayoutEffect(() => {
    if (shownFor.current === asked) return;
    shownFor.current = asked;
    rows.scrollToTop();
  }, [asked, rows]);
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

  const { before, after } = rows;
  const words = useMemo(() => ({ edit: t('common:edit'), remove: t('common:delete'), actions: t('common:actions') }), [t]);
  const shown = rows.indexes.flatMap((index) => {
    const client = clients[index];
    return client ? [{ client, index }] : [];
  });
  const keys = useReusedRows(
    shown.map(({ client }) => client.id),
    box,
  );
  const gap = (height: number) =>
    height > 0 ? (
      <tr>
        <td colSpan={5} className="border-0! p-0!" style={{ height }} />
      </tr>
    ) : null;

  return (
    <>
      {/* biome-ignore lint/a11y: the links of its rows are links */}
      <div ref={box} onClick={followLink} className={classNames('min-h-0 overflow-auto', phone ? 'flex-1 bg-surface' : 'card')}>
        {phone ? (
          <ul aria-label={t('title')} style={{ paddingTop: before, paddingBottom: after }}>
            {shown.map(({ client, index }, n) => (
              <ClientListItem
                key={keys[n] ?? client.id}
                t={t}
                client={client}
                index={index}
                total={clients.length}
                trouble={trouble?.has(client.id) === true}
                changed={client.id === changed}
              />
            ))}
          </ul>
        ) : (
          <table
            className={classNames('table table-fixed wrap-anywhere', narrow && 'dense')}
            aria-label={t('title')}
            aria-rowcount={clients.length + 1}
          >
            {/* Widths of their own: columns that follow what is in them move with each row that comes into sight. */}
            <colgroup>
              <col className="w-[30%]" />
              <col />
              <col className="w-36" />
              <col className="w-[16%]" />
              <col className={narrow ? 'w-14' : 'w-28'} />
            </colgroup>
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
              {shown.map(({ client, index }, n) => (
                <ClientRow
                  key={keys[n] ?? client.id}
                  words={words}
                  narrow={narrow}
                  client={client}
                  index={index}
                  trouble={trouble?.has(client.id) === true}
                  changed={client.id === changed}
                  onEdit={edit}
                  onDelete={setLeaving}
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
});

/** How long the rows beyond the edges wait, ms: longer than from one letter to the next. */
const BEYOND_AFTER_MS = 300;

/** How many rows are drawn beyond each edge: few where a search has just found others, the rest once nobody types. */
function useRowsBeyond(clients: readonly Client[]): number {
  const [drawn, setDrawn] = useState<readonly Client[] | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setDrawn(clients)), BEYOND_AFTER_MS);
    return () => clearTimeout(timer);
  }, [clients]);
  return drawn === clients ? OVERSCAN : 1;
}
