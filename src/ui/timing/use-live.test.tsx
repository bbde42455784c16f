// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Subject } from 'rxjs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useLiveAside, useLiveState, useLiveSteady } from './use-live.ts';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

function Day({ day, reads }: { day: string; reads: Map<string, Subject<string>> }) {
  const state = useLiveState(() => {
    const read = new Subject<string>();
    reads.set(day, read);
    return read;
  }, [day]);
  return (
    <p>
      {state.phase} {state.value}
      <button type="button" onClick={state.retry}>
        retry
      </button>
    </p>
  );
}

describe('a live read', () => {
  it('loads, then follows what is said', () => {
    const reads = new Map<string, Subject<string>>();
    render(<Day day="1" reads={reads} />);
    expect(screen.getByText(/^loading/)).toBeDefined();
    act(() => reads.get('1')?.next('a'));
    expect(screen.getByText(/^ready a/)).toBeDefined();
    act(() => reads.get('1')?.next('b'));
    expect(screen.getByText(/^ready b/)).toBeDefined();
  });

  it('never shows one day’s rows under another', () => {
    const reads = new Map<string, Subject<string>>();
    const { rerender } = render(<Day day="1" reads={reads} />);
    act(() => reads.get('1')?.next('a'));
    rerender(<Day day="2" reads={reads} />);
    expect(screen.getByText(/^loading/)).toBeDefined();
    expect(reads.get('1')?.observed).toBe(false);
  });

  it('fails and can be tried again', async () => {
    const reads = new Map<string, Subject<string>>();
    render(<Day day="1" reads={reads} />);
    act(() => reads.get('1')?.error(new Error('closed')));
    expect(screen.getByText(/^failed/)).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'retry' }));
    expect(screen.getByText(/^loading/)).toBeDefined();
    act(() => reads.get('1')?.next('a'));
    expect(screen.getByText(/^ready a/)).toBeDefined();
  });

  it('stays as it is while the database is closed, also without a first word, and follows again', async () => {
    vi.useFakeTimers();
    const closed = () => Object.assign(new Error('gone'), { name: 'StorageClosedError' });
    const reads = new Map<string, Subject<string>>();
    render(<Day day="1" reads={reads} />);
    act(() => reads.get('1')?.error(closed()));
    expect(screen.getByText(/^loading/)).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    act(() => reads.get('1')?.next('a'));
    act(() => reads.get('1')?.error(closed()));
    expect(screen.getByText(/^ready a/)).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    act(() => reads.get('1')?.next('b'));
    expect(screen.getByText(/^ready b/)).toBeDefined();
  });
});

function Card({ version, reads }: { version: number; reads: readonly Subject<string | null>[] }) {
  const value = useLiveSteady(() => reads[version] as Subject<string | null>, [version]);
  return <p>card: {value === null ? 'gone' : (value ?? 'nothing yet')}</p>;
}

it('a steady read keeps what it said while it is made anew, and follows the new one alone', () => {
  const reads = [new Subject<string | null>(), new Subject<string | null>()];
  const { rerender } = render(<Card version={0} reads={reads} />);
  expect(screen.getByText('card: nothing yet')).toBeDefined();
  act(() => reads[0]?.next('a'));
  rerender(<Card version={1} reads={reads} />);
  expect(screen.getByText('card: a')).toBeDefined();
  expect(reads[0]?.observed).toBe(false);
  act(() => reads[1]?.next('b'));
  expect(screen.getByText('card: b')).toBeDefined();
  act(() => reads[1]?.next(null));
  expect(screen.getByText('card: gone')).toBeDefined();
});

function Hint({ read }: { read: () => Subject<string> }) {
  return <p>hint: {useLiveAside(read, [read])}</p>;
}

describe('what stands beside a screen', () => {
  it('is missing where it is not read, and follows once it is read again by itself; the screen stays', async () => {
    vi.useFakeTimers();
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const reads: Subject<string>[] = [];
    const read = () => {
      const next = new Subject<string>();
      reads.push(next);
      return next;
    };
    render(<Hint read={read} />);
    act(() => reads[0]?.error(new Error('the disk is gone')));
    expect(screen.getByText('hint:')).toBeDefined();
    expect(told).toHaveBeenCalledOnce();
    await act(async () => void (await vi.advanceTimersByTimeAsync(10_000)));
    act(() => reads[1]?.next('two of five'));
    expect(screen.getByText('hint: two of five')).toBeDefined();
    told.mockRestore();
  });
});
