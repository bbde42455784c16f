import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAfterTyping } from '#features/shared/use-after-typing.ts';
import { cleanText } from '#schemas/clean-text.ts';

export interface Address {
  /** Returns the value of a filter in the address; empty if it has none. */
  get(name: string): string;
  /** 1 for the first. */
  page: number;
  /** Another filter begins on the first page again. An empty one leaves the address. */
  set(filters: Readonly<Record<string, string>>): void;
  setPage(page: number): void;
  clear(): void;
}

/** The filters and the page of a list stand in the address: a reload, a way back and a link show the same rows. */
export function useAddress(): Address {
  const [params, setParams] = useSearchParams();
  // The router gives an updater the address of the last render: a press on a filter right after typing would take the typed text back.
  const latest = useRef(params);
  latest.current = params;
  const changed = (change: Readonly<Record<string, string>>, replace: boolean) => {
    const next = new URLSearchParams(latest.current);
    for (const [name, value] of Object.entries(change)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    latest.current = next;
    setParams(next, { replace });
  };
  const page = Number(params.get('page'));
  return {
    get: (name) => cleanText(params.get(name) ?? ''),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    set: (filters) => changed({ ...filters, page: '' }, true),
    setPage: (next) => changed({ page: next > 1 ? String(next) : '' }, false),
    clear: () => setParams({}, { replace: true }),
  };
}

/** In ms: whoever types a name asks the server once, not at every letter. */
const PAUSE = 300;

/** Returns the text of a search box now, and its setter; `take` hears the text once the person pauses. */
export function useTypedFilter(value: string, take: (value: string) => void): [string, (value: string) => void] {
  const [typed, setTyped] = useState(value);
  // The address changed by another way: back, a link, "clear the filters".
  useEffect(() => setTyped(value), [value]);
  useAfterTyping(typed, value, take, PAUSE);
  return [typed, setTyped];
}
