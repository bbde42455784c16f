/**
 * A list's search, filters and order stand in its address, so that Back, a reload and the way back from a form lead to the
 * same place; the row that was saved is shown there.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { keepNote, readNote } from '#data/browser/small-notes.ts';
import { cleanText } from '#schemas/clean-text.ts';
import type { SortOrder } from '#ui/table/sort-head.tsx';

const LIST = 'greben.list.';

/**
 * Tells what a list has itself written into its address from what comes otherwise: by Back, Forward or a link, which the list then
 * follows. A router takes its time, and drops what was overtaken: the address lags behind what is typed, and what it shows of it
 * late is no news, or the letters typed since would go.
 * @param onOther the address shows what this list has not written. @returns what is called with a text that is being written
 */
export function useOwnAddress(address: string, onOther: (address: string) => void): (written: string) => void {
  const written = useRef<readonly string[]>([]);
  const shown = useRef(address);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only for another address
  useEffect(() => {
    if (address === shown.current) return;
    shown.current = address;
    const at = written.current.lastIndexOf(address);
    written.current = written.current.slice(at + 1);
    if (at < 0) onOther(address);
  }, [address]);
  return useCallback((text) => {
    if (text !== (written.current.at(-1) ?? shown.current)) written.current = [...written.current, text];
  }, []);
}

/**
 * Values of the address by their names, '' for none. What is typed is shown at once; the address follows without a new entry
 * of the history.
 * @param names constant
 */
export function useListAddress<K extends string>(
  names: readonly K[],
): readonly [Readonly<Record<K, string>>, (change: Partial<Record<K, string>>) => void] {
  const [params, setParams] = useSearchParams();
  const { pathname, state } = useLocation();
  const read = () => Object.fromEntries(names.map((name) => [name, cleanText(params.get(name) ?? '')])) as Record<K, string>;
  const [shown, setShown] = useState(read);
  const address = params.toString();
  const own = useOwnAddress(address, () => setShown(read()));
  useEffect(() => void keepNote('session', LIST + pathname, address), [address, pathname]);

  const change = (values: Partial<Record<K, string>>) => {
    const next = { ...shown, ...values };
    const text = new URLSearchParams();
    for (const name of names) if (next[name]) text.set(name, next[name]);
    own(text.toString());
    setShown(next);
    setParams(text, { replace: true, state });
  };
  return [shown, change];
}

/** Returns the address at which a list was left in this tab: its path, with the search and the choices there. */
export function listAddress(path: string): string {
  const address = readNote('session', LIST + path);
  return address ? `${path}?${address}` : path;
}

/** `price` or `-price`, as the address says it. @param keys the columns; the first one is the order without a word */
export function parseSort<K extends string>(text: string, keys: readonly [K, ...K[]]): SortOrder<K> {
  const by = keys.find((key) => key === text.replace(/^-/, ''));
  return by === undefined ? { by: keys[0], descending: false } : { by, descending: text.startsWith('-') };
}

/** The history state of a list's address that is about one of its rows. */
export interface RowState {
  /** The list opens at it. */
  readonly row?: string;
  /** It was saved just now. */
  readonly saved?: boolean;
}

export function rowState(state: unknown): RowState {
  return typeof state === 'object' && state !== null ? state : {};
}

/** The way back to a list, at one of its rows. */
export const atRow = (id: string) => ({ state: { row: id } satisfies RowState });

/** The way back to a list after a save: at the row that was saved. */
export const atSaved = (id: string) => ({ state: { row: id, saved: true } satisfies RowState });

/**
 * The row that was just saved, for its mark in the list; once it is drawn it is scrolled to once, and the way to it has the focus.
 * @param drawn whether it stands there
 */
export function useSavedRow(drawn: boolean): string | null {
  const { row, saved: justNow } = rowState(useLocation().state);
  const saved = (justNow && row) || null;
  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (!saved || !drawn || shown.current === saved) return;
    shown.current = saved;
    const row = document.querySelector(`[data-row="${CSS.escape(saved)}"]`);
    row?.scrollIntoView({ block: 'center' });
    row?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
  }, [saved, drawn]);
  return saved;
}

/**
 * A row that a form leads back to is shown, whatever was searched and chosen before. Looked at once: what is chosen in the list
 * afterwards stays chosen.
 * @param clear takes back what hides rows
 */
export function useRowShown(
  row: string | null | undefined,
  all: readonly { readonly id: string }[] | undefined,
  found: readonly { readonly id: string }[] | undefined,
  clear: () => void,
): void {
  const looked = useRef(false);
  useEffect(() => {
    if (looked.current || !row || !found || !all?.some(({ id }) => id === row)) return;
    looked.current = true;
    if (!found.some(({ id }) => id === row)) clear();
  }, [row, all, found, clear]);
}
