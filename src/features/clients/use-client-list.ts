import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { keepNote, readNote } from '#data/device/small-notes.ts';
import { buildIndex, searchClients } from '#domain/search.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { type Sort, sortedClients, sortOf, sortText } from './sort-clients.ts';

type Client = LocalRow<'clients'>;

/** Browsers refuse more than some hundred changes of the address in half a minute, ms. */
const ADDRESS_AFTER_MS = 150;
const PLACE = 'greben.clients.place';

interface Place {
  readonly search: string;
  /** px from the top. */
  readonly offset: number;
}

function place(): Place {
  try {
    const kept: unknown = JSON.parse(readNote('session', PLACE) ?? 'null');
    if (typeof kept === 'object' && kept !== null && 'search' in kept && 'offset' in kept)
      return { search: String(kept.search), offset: Number(kept.offset) };
  } catch {
    return { search: '', offset: 0 }; // nothing usable was kept: the list opens at its top
  }
  return { search: '', offset: 0 };
}

const keepPlace = (next: Partial<Place>) => keepNote('session', PLACE, JSON.stringify({ ...place(), ...next }));
export const keepOffset = (offset: number): void => void keepPlace({ offset });
export const keptOffset = (): number => place().offset;

/** The list as it was left: with its search and its order. */
export const listPath = (): string => `/clients${place().search}`;

export interface ClientListState {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** What the shown rows were searched for: a keystroke behind at most. */
  readonly asked: string;
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort) => void;
  readonly found: readonly Client[];
}

/** What is searched for and how it is sorted stand in the address. */
export function useClientList(all: readonly Client[] | undefined): ClientListState {
  const [params, setParams] = useSearchParams();
  const inAddress = params.get('q') ?? '';
  const [query, setQuery] = useState(inAddress);
  const written = useRef(inAddress);
  const asked = useDeferredValue(query);
  const sort = sortOf(params.get('sort'));
  const order = sort === null ? null : sortText(sort);

  useEffect(() => {
    // Back and Forward change the address too: then the field follows it.
    if (inAddress !== written.current) {
      written.current = inAddress;
      setQuery(inAddress);
      return;
    }
    if (query === inAddress) return;
    const timer = setTimeout(() => {
      written.current = query;
      setParams((now) => withText(now, 'q', query), { replace: true });
    }, ADDRESS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [query, inAddress, setParams]);
  const search = params.size > 0 ? `?${params}` : '';
  useEffect(() => void keepPlace({ search }), [search]);

  const rows = useMemo(() => {
    const by = sortOf(order);
    return all && by ? sortedClients(all, by) : all;
  }, [all, order]);
  const index = useMemo(() => (rows ? buildIndex(rows) : null), [rows]);
  const found = useMemo(() => {
    if (!index) return [];
    const fitting = searchClients(index, asked, Number.POSITIVE_INFINITY);
    if (order === null || !rows || fitting.length === rows.length) return fitting;
    const fits = new Set(fitting);
    return rows.filter((row) => fits.has(row));
  }, [index, rows, order, asked]);

  return {
    query,
    onQuery: setQuery,
    asked,
    sort,
    onSort: (next) => setParams((now) => withText(now, 'sort', sortText(next)), { replace: true }),
    found,
  };
}

function withText(params: URLSearchParams, name: string, text: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (text) next.set(name, text);
  else next.delete(name);
  return next;
}
