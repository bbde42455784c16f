import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { keepNote, readNote } from '#data/browser/small-notes.ts';
import { buildIndex, letterByLetter } from '#domain/people/search.ts';
import { useOwnAddress } from '#features/shared/list-address.ts';
import { useAfterTyping } from '#features/shared/use-after-typing.ts';
import { cleanText } from '#schemas/clean-text.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { type ClientSort, parseClientSort, sortedClients, sortText } from './sort-clients.ts';

type Client = LocalRow<'clients'>;

/** Browsers refuse more than some hundred changes of the address in half a minute, ms. */
const ADDRESS_AFTER_MS = 250;
const PLACE = 'greben.clients.place';

interface Place {
  readonly search: string;
  /** px from the top. */
  readonly offset: number;
}

function place(): Place {
  try {
    const stored: unknown = JSON.parse(readNote('session', PLACE) ?? 'null');
    if (typeof stored === 'object' && stored !== null && 'search' in stored && 'offset' in stored)
      return { search: String(stored.search), offset: Number(stored.offset) };
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
  /** The search text of the shown rows. */
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly sort: ClientSort | null;
  readonly onSort: (sort: ClientSort) => void;
  readonly found: readonly Client[];
}

/** The state of the client list; its search and its order stand in the address. */
export function useClientList(all: readonly Client[] | undefined): ClientListState {
  const [params, setParams] = useSearchParams();
  const [query, setQuery] = useTypedQuery(cleanText(params.get('q') ?? ''), setParams);
  const sort = parseClientSort(params.get('sort'));
  const order = sort === null ? null : sortText(sort);
  const address = params.size > 0 ? `?${params}` : '';
  useEffect(() => void keepPlace({ search: address }), [address]);

  const rows = useMemo(() => {
    const by = parseClientSort(order);
    return all && by ? sortedClients(all, by) : all;
  }, [all, order]);
  useFoldedAhead(all);
  // Made by the first letter, not before the list is seen.
  const search = useMemo(() => {
    let made: ((query: string) => Client[]) | null = null;
    return (text: string) => {
      made ??= letterByLetter(buildIndex(rows ?? []));
      return made(text);
    };
  }, [rows]);
  const found = useMemo(() => {
    if (!rows || query.trim() === '') return rows ?? [];
    const fitting = search(query);
    if (order === null || fitting.length === rows.length) return fitting;
    const fits = new Set(fitting);
    return rows.filter((row) => fits.has(row));
  }, [rows, search, order, query]);

  return {
    query,
    onQuery: setQuery,
    sort,
    onSort: useCallback(
      (next: ClientSort) => setParams((now) => withText(now, 'sort', sortText(next)), { replace: true }),
      [setParams],
    ),
    found,
  };
}

type SetParams = ReturnType<typeof useSearchParams>[1];

/** Returns the search text and its setter; the text goes into the address when the typing pauses. */
function useTypedQuery(inAddress: string, setParams: SetParams): [string, (query: string) => void] {
  const [query, setQuery] = useState(inAddress);
  const [written, setWritten] = useState(inAddress);
  const own = useOwnAddress(inAddress, (other) => {
    setWritten(other);
    setQuery(other);
  });
  const write = (typed: string) => {
    setWritten(typed);
    own(typed);
    setParams((now) => withText(now, 'q', typed), { replace: true });
  };
  useAfterTyping(query, written, write, ADDRESS_AFTER_MS);
  return [query, setQuery];
}

/** Rows that are made searchable in one go, between two frames. */
const SLICE = 250;

/** Makes the names of all searchable while nobody types, so that the first letter does not wait for 20,000 of them. */
function useFoldedAhead(all: readonly Client[] | undefined): void {
  useEffect(() => {
    if (!all) return;
    let from = 0;
    let timer: ReturnType<typeof setTimeout>;
    const slice = () => {
      buildIndex(all.slice(from, from + SLICE));
      from += SLICE;
      if (from < all.length) timer = setTimeout(slice, 4);
    };
    timer = setTimeout(slice, 100);
    return () => clearTimeout(timer);
  }, [all]);
}

function withText(params: URLSearchParams, name: string, text: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (text) next.set(name, text);
  else next.delete(name);
  return next;
}
