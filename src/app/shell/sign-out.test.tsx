// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetDraft, keepDraft } from '#data/browser/form-drafts.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { stockCountStore } from '#data/stock-counts.ts';
import { fakeSession, place, signedInAs } from '#features/shared/session.test-support.tsx';
import { i18n, setLanguage } from '#i18n/i18n.ts';
import type { SyncStatus } from '#sync/round/status.ts';
import { SignOutProvider, useSignOut } from './sign-out.tsx';
import { SignOutDialog } from './sign-out-dialog.tsx';

let status$: BehaviorSubject<SyncStatus>;
const NOTHING = { forms: 0, counted: 0, rows: 0 };
const SYNCED = { phase: 'synced', pending: 0, issues: 0 } as SyncStatus;

function shown(status: Partial<SyncStatus> = {}, people: 'one' | 'several' = 'one') {
  status$ = new BehaviorSubject({ ...SYNCED, ...status });
  const replica = {
    userId: 'u1',
    salonId: 7,
    status$,
    membership$: new BehaviorSubject(null),
    pendingCount: async () => status$.value.pending,
  };
  const session = fakeSession(signedInAs(), replica as unknown as OpenReplica);
  session.people.mockResolvedValue(people as 'one');
  place(session, [{ path: '/', element: <Shell /> }], '/');
  return session;
}
const Shell = () => (
  <SignOutProvider>
    <Leave />
  </SignOutProvider>
);
function Leave() {
  return (
    <button type="button" onClick={useSignOut()}>
      go
    </button>
  );
}
const asked = async (title: string) => {
  await userEvent.click(screen.getByRole('button', { name: 'go' }));
  return within(await screen.findByRole('alertdialog', { name: title }));
};

beforeEach(() => setLanguage('bg'));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'locks');
});

/** Another window has something typed, as the browser's locks tell it; empty once it is saved. */
function typedIn(title: string) {
  const held = [
    { name: `greben-typed:u1:${crypto.randomUUID()}:${title}` },
    { name: `greben-typed:u2:${crypto.randomUUID()}:x` },
  ];
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { query: async () => ({ held }) } });
  return () => held.splice(0);
}

test.each([
  [
    'bg',
    'Всичко е изпратено',
    'Премахни и данните на салона от това устройство',
    'Данните на салона, с имената и телефоните на клиентите, остават записани на това устройство.',
    'При следващото влизане ще се изтеглят отново.',
    'Изход',
  ],
  [
    'en',
    'Everything has been sent',
    'Also remove this salon’s data from this device',
    'The salon’s data, with clients’ names and phone numbers, stays on this device.',
    'It is downloaded again the next time you sign in.',
    'Log out',
  ],
] as const)('in %s, with nothing to lose, one may leave the salon’s data or have it taken along', async (...row) => {
  const [language, title, choice, stays, goes, leave] = row;
  setLanguage(language);
  const session = shown();
  const question = await asked(title);
  const box = question.getByRole('checkbox', { name: choice });
  expect((box as HTMLInputElement).checked).toBe(false);
  expect(question.getByRole('status').textContent).toBe(stays);
  await userEvent.click(box);
  expect(question.getByRole('status').textContent).toBe(goes);
  await userEvent.click(question.getByRole('button', { name: leave }));
  await waitFor(() => expect(session.signOut).toHaveBeenCalledExactlyOnceWith([7]));
});

test('left alone the choice takes nothing away', async () => {
  const session = shown();
  const question = await asked('Всичко е изпратено');
  await userEvent.click(question.getByRole('button', { name: 'Изход' }));
  await waitFor(() => expect(session.signOut).toHaveBeenCalledExactlyOnceWith([]));
});

test('where others have signed in before it is chosen already; the keyboard leaves it', async () => {
  const session = shown({}, 'several');
  const question = await asked('Всичко е изпратено');
  const box = question.getByRole('checkbox') as HTMLInputElement;
  expect(box.checked).toBe(true);
  box.focus();
  await userEvent.keyboard(' ');
  expect(box.checked).toBe(false);
  await userEvent.click(question.getByRole('button', { name: 'Изход' }));
  await waitFor(() => expect(session.signOut).toHaveBeenCalledExactlyOnceWith([]));
});

test('what was begun and not saved is named before it goes with the data, and is not taken unasked', async () => {
  const of = { userId: 'u1', salonId: 7 };
  const count = stockCountStore(of);
  await count.keep(['p1', 'p2'].map((product_id) => ({ product_id, counted: 5, began: 3 })));
  const form = { ...of, form: 'clients/new' };
  keepDraft(form, { opened: {}, typed: { first_name: 'Ана' } });
  const session = shown({}, 'several');
  const question = await asked('Всичко е изпратено');
  const box = question.getByRole('checkbox') as HTMLInputElement;
  expect(box.checked).toBe(false);
  await userEvent.click(box);
  question.getByText('Незапазеното изчезва завинаги: 1 започната форма и 2 преброени продукта.');
  await userEvent.click(question.getByRole('button', { name: 'Изход' }));
  await waitFor(() => expect(session.signOut).toHaveBeenCalledExactlyOnceWith([7]));
  await count.forget();
  forgetDraft(form);
});

test.each([
  [
    'something is unsent',
    { pending: 2 },
    '2 промени още не са изпратени',
    /след като всичко е изпратено/,
    'Излез, промените остават тук',
  ],
  ['something is undecided', { issues: 1 }, 'Всичко е изпратено', /1 случай чака Вашето решение, затова/, 'Изход'],
] as const)('while %s it is not offered, says why, and nothing is taken away', async (_what, status, title, why, leave) => {
  const session = shown(status, 'several');
  const question = await asked(title);
  expect(question.queryByRole('checkbox')).toBeNull();
  expect(question.getByText(why)).toBeTruthy();
  await userEvent.click(question.getByRole('button', { name: leave }));
  await waitFor(() => expect(session.signOut).toHaveBeenCalledExactlyOnceWith([]));
});

test('what is written in another tab while the question stands open is not taken away', async () => {
  const session = shown({}, 'several');
  await asked('Всичко е изпратено');
  status$.next({ ...SYNCED, pending: 1 });
  const question = within(await screen.findByRole('alertdialog', { name: '1 промяна още не е изпратена' }));
  await userEvent.click(question.getByRole('button', { name: i18n.t('auth:sign_out_keep') }));
  await waitFor(() => expect(session.signOut).toHaveBeenCalledExactlyOnceWith([]));
});

test.each([
  ['bg', 'В друг прозорец има незапазен текст', 'Формата е в прозореца „Редакция на клиент“.', 'Излез въпреки това'],
  ['en', 'Another window has unsaved text', 'The form is in the window “Редакция на клиент”.', 'Log out all the same'],
] as const)(
  'in %s, what is typed in another window is asked about, and nothing is taken away',
  async (language, title, where, go) => {
    setLanguage(language);
    typedIn('Редакция на клиент');
    const session = shown({}, 'several');
    const question = await asked(title);
    expect(question.getByText(where, { exact: false })).toBeTruthy();
    expect(question.queryByRole('checkbox')).toBeNull();
    await userEvent.click(question.getByRole('button', { name: go }));
    await waitFor(() => expect(session.signOut).toHaveBeenCalledExactlyOnceWith([]));
  },
);

test('what is saved there while the question stands is asked about no more', async () => {
  const saved = typedIn('Редакция на клиент');
  shown();
  await asked('В друг прозорец има незапазен текст');
  saved();
  window.dispatchEvent(new Event('focus'));
  await screen.findByRole('alertdialog', { name: 'Всичко е изпратено' });
});

test('what was counted before the replica was open is not counted again once it is', async () => {
  status$ = new BehaviorSubject({ ...SYNCED, pending: 3, issues: 1 });
  const replica = { userId: 'u1', salonId: 7, status$, membership$: new BehaviorSubject(null) } as unknown as OpenReplica;
  const counted = {
    open: null,
    elsewhere: 3,
    undecided: { open: 0, elsewhere: 1 },
    salons: [7],
    shared: false,
    typed: [],
    unsaved: NOTHING,
  };
  const dialog = <SignOutDialog counted={counted} onStay={vi.fn()} onLeave={vi.fn()} />;
  place(fakeSession(signedInAs(), replica), [{ path: '/', element: dialog }], '/');
  expect(await screen.findByRole('alertdialog', { name: '3 промени още не са изпратени' })).toBeTruthy();
});
