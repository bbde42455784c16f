// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { createMemoryRouter, Link, RouterProvider, useSearchParams } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAfterTyping } from './use-after-typing.ts';

const PAUSE = 250;

function List() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('q') ?? '';
  const [typed, setTyped] = useState(asked);
  useAfterTyping(typed, asked, (q) => setParams({ q }, { replace: true }), PAUSE);
  return (
    <>
      <input aria-label="Search" value={typed} onChange={(event) => setTyped(event.target.value)} />
      <Link to="/add">Add</Link>
    </>
  );
}

let loaded: (page: { Component: ComponentType }) => void;
let router: ReturnType<typeof createMemoryRouter>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  router = createMemoryRouter(
    [
      { path: '/list', element: <List /> },
      { path: '/add', lazy: () => new Promise((resolve) => (loaded = resolve)) },
    ],
    { initialEntries: ['/list'] },
  );
  render(<RouterProvider router={router} />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const type = (text: string) => fireEvent.change(screen.getByLabelText('Search'), { target: { value: text } });
const place = () => router.state.location.pathname + router.state.location.search;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const Form = () => <p>The form</p>;
const load = () => act(async () => loaded({ Component: Form }));

it('what is typed stands in the address when the typing pauses', async () => {
  type('йоана');
  await pass(PAUSE - 1);
  expect(place()).toBe('/list');
  await pass(1);
  expect(router.state.location.search).toBe(`?q=${encodeURIComponent('йоана')}`);
});

it('a page that is pressed for before the pause comes, and its address gets nothing of what was typed', async () => {
  type('ana');
  fireEvent.click(screen.getByText('Add'));
  await pass(2 * PAUSE);
  await load();
  expect(place()).toBe('/add');
  expect(screen.getByText('The form')).toBeTruthy();
  await act(() => router.navigate(-1));
  expect(place()).toBe('/list?q=ana');
});

it('nothing is written while a page is under way to which a key or a command led', async () => {
  type('ana');
  act(() => void router.navigate('/add'));
  await pass(2 * PAUSE);
  await load();
  expect(place()).toBe('/add');
});
