// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { waitingInvitation } from '#data/people/waiting-invitation.ts';
import { AuthProblem } from '#data/session/auth-errors.ts';
import { fill, toastTexts } from '#features/shared/screen.test-support.tsx';
import { type FakeSession, fakeSession, place, Refused, SIGNED_OUT, signedInAs } from '#features/shared/session.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import type { OwnSalon } from './join-outcomes.tsx';
import { JoinPage } from './join-page.tsx';

const CODE = 'K7QF2M9TXR4D8HPW';
const OPEN = { state: 'open', role: 'staff', salon_id: 3, name_bg: 'Студио Къдрица', name_en: 'Kadritsa Studio', by: 'Мария' };
const NO_SALON = { salonId: null } as const;
const user = userEvent.setup();
const onSignOut = vi.fn();

let session: FakeSession;
beforeEach(async () => {
  await setLanguage('bg');
  localStorage.clear();
  onSignOut.mockClear();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  session = fakeSession(SIGNED_OUT);
});
afterEach(cleanup);

const open = (at = `/join#${CODE}`, own: OwnSalon | null = null) =>
  place(
    session,
    [
      { path: '/join', element: <JoinPage own={own} onSignOut={onSignOut} /> },
      { path: '*', element: null },
    ],
    at,
  );
const sees = (seen: Readonly<Record<string, unknown>>) => session.lookAtInvitation.mockResolvedValue(seen);
const button = (name: string) => screen.findByRole('button', { name });

describe('a code', () => {
  it('leaves the address at once, waits in this browser, and is there after a reload', async () => {
    sees(OPEN);
    const router = open();
    await screen.findByRole('heading', { name: 'Покана от „Студио Къдрица“' });
    expect(router.state.location.hash).toBe('');
    expect(waitingInvitation(null)?.code).toBe(CODE);
    cleanup();
    open('/join');
    await screen.findByText('Кани Ви Мария. Ще записвате часове и ще поддържате данните на клиентите.');
    expect(session.lookAtInvitation).toHaveBeenLastCalledWith(CODE);
  });

  it('is asked for where none waits, and said to be none beside its field', async () => {
    open('/join');
    await fill('Код от поканата', 'K7QF');
    await user.click(await button('Продължи'));
    expect(screen.getByRole('alert').textContent).toContain('Това не е код на покана.');
    sees(OPEN);
    await fill('Код от поканата', 'k7qf 2m9t xr4d 8hpw');
    await user.click(await button('Продължи'));
    await screen.findByText(/Кани Ви Мария/);
  });

  it('that nobody can read in an address is asked for again', async () => {
    open('/join#what');
    expect((await screen.findByRole('alert')).textContent).toContain('Това не е код на покана.');
    expect(session.lookAtInvitation).not.toHaveBeenCalled();
  });

  test.each([
    ['unknown', 'Няма такава покана. Проверете кода.'],
    ['expired', 'Срокът на поканата е изтекъл. Поискайте нова.'],
    ['withdrawn', 'Поканата е оттеглена. Поискайте нова.'],
    ['used', 'Поканата вече е използвана. Поискайте нова.'],
  ])('that is %s says so, and another one can be entered', async (state, text) => {
    sees({ state });
    open();
    await screen.findByText(text);
    await waitFor(() => expect(waitingInvitation(null)).toBeNull()); // nobody who signs in here later is led to it
    await user.click(await button('Въведи друг код'));
    await screen.findByLabelText('Код от поканата');
  });

  it('waits where the server is not reached, and is looked at again', async () => {
    session.lookAtInvitation.mockRejectedValue(new AuthProblem('', 'network'));
    open();
    await screen.findByText(/Кодът е запазен на това устройство за 72 часа/);
    sees(OPEN);
    await user.click(await button('Опитай отново'));
    await screen.findByText(/Кани Ви Мария/);
  });
});

describe('a stranger', () => {
  const register = async () => {
    await fill('Вашето име', '  Ася Колева ');
    await fill('Имейл', 'asya@greben.test');
    await fill('Парола', 'secret-1');
    await fill('Повторете паролата', 'secret-1');
    await user.click(await button('Създай профил и влез в салона'));
  };
  beforeEach(() => {
    sees(OPEN);
    session.answers.redeem_invitation = { salon_id: 3, role: 'staff' };
  });

  it('makes an account, is signed in and in the salon at once where no mail stands in between', async () => {
    session.signUp.mockResolvedValue({ confirmed: true });
    session.signIn.mockImplementation(async () => session.become(signedInAs(NO_SALON, false)));
    const router = open();
    await register();
    await waitFor(() => expect(router.state.location.pathname).toBe('/calendar'));
    expect(session.called).toEqual([{ name: 'redeem_invitation', args: { p_code: CODE, p_name: 'Ася Колева' } }]);
    expect(session.keepSalon).toHaveBeenCalledWith(3);
    expect(waitingInvitation(null)).toBeNull();
    expect(toastTexts()).toContain('Добре дошли в „Студио Къдрица“.');
  });

  it('is told of the mail; the code and the name wait', async () => {
    session.signUp.mockResolvedValue({ confirmed: false });
    open();
    await register();
    await screen.findByText(/Изпратихме писмо до asya@greben.test/);
    expect(waitingInvitation(null)).toEqual({ code: CODE, name: 'Ася Колева' });
  });

  it('is told beside the field that a name is blank or too long', async () => {
    open();
    await user.click(await button('Създай профил и влез в салона'));
    expect(await screen.findByText('Въведете името си')).toBeTruthy();
    await fill('Вашето име', 'а'.repeat(81));
    expect(await screen.findByText('Името е до 80 знака')).toBeTruthy();
    expect(session.signUp).not.toHaveBeenCalled();
  });

  it('with an account signs in, and joins as that', async () => {
    session.signIn.mockImplementation(async () => session.become(signedInAs(NO_SALON, false)));
    open();
    await user.click(await screen.findByRole('radio', { name: 'Имам профил' }));
    await fill('Имейл', 'elena@greben.test');
    await fill('Парола', 'secret-1');
    await user.click(await button('Вход'));
    await fill('Вашето име', 'Елена');
    const router = session;
    await user.click(await button('Влез в салона като elena@greben.test'));
    await waitFor(() => expect(router.called).toEqual([{ name: 'redeem_invitation', args: { p_code: CODE, p_name: 'Елена' } }]));
  });
});

describe('somebody signed in', () => {
  beforeEach(() => {
    sees(OPEN);
    session = fakeSession(signedInAs(NO_SALON, false));
    sees(OPEN);
  });

  it('has the code to themselves: who uses this browser next is not asked to join by it', async () => {
    open();
    await button('Влез в салона като elena@greben.test');
    expect(waitingInvitation('u1')?.code).toBe(CODE);
    cleanup();
    session.become(signedInAs({ id: 'u2', salonId: null }, false));
    open('/join');
    await screen.findByLabelText('Код от поканата');
    cleanup();
    session.become(SIGNED_OUT);
    open('/join');
    await screen.findByLabelText('Код от поканата');
    cleanup();
    session.become(signedInAs(NO_SALON, false));
    open('/join');
    await button('Влез в салона като elena@greben.test');
  });

  it('leaves for another account, and takes the code along', async () => {
    onSignOut.mockImplementation(() => session.become(SIGNED_OUT));
    open();
    await user.click(await button('Друг профил'));
    await button('Създай профил и влез в салона');
    expect(waitingInvitation('u2')?.code).toBe(CODE);
    onSignOut.mockReset();
  });

  test.each([
    ['expired', 'Срокът на поканата е изтекъл. Поискайте нова.'],
    ['member', 'Профилът Ви вече е в него. Продължете към календара.'],
    ['has_salon', /един профил е в един салон/],
  ])('whom the server refuses (%s) reads why in the place of the form', async (hint, text) => {
    session.answers.redeem_invitation = new Refused(hint);
    open();
    await fill('Вашето име', 'Елена');
    await user.click(await button('Влез в салона като elena@greben.test'));
    await screen.findByText(text);
  });

  it('keeps what was typed where the salon is full', async () => {
    session.answers.redeem_invitation = new Refused('most_people');
    open();
    await fill('Вашето име', 'Елена');
    await user.click(await button('Влез в салона като elena@greben.test'));
    await screen.findAllByText('В салона вече има 50 души и няма място за повече.');
    expect(waitingInvitation('u1')?.name).toBe('Елена');
  });

  it('who is in this salon already goes on to the calendar', async () => {
    session = fakeSession(signedInAs({ salonId: 3 }));
    sees({ ...OPEN, state: 'used' });
    open();
    const on = await screen.findByRole('link', { name: 'Към календара' });
    expect(on.getAttribute('href')).toBe('/calendar');
  });

  it('gives up a salon that was made by mistake, and joins', async () => {
    session = fakeSession(signedInAs({ salonId: 8 }));
    sees(OPEN);
    session.answers.give_up_salon = new Refused('not_empty');
    open(undefined, { name: 'По погрешка', isOwner: true });
    await user.click(await button('Откажи се от „По погрешка“'));
    await user.click(await button('Откажи се'));
    await screen.findByText('В салона има клиенти, часове или други хора.');
    session.answers.give_up_salon = null;
    await user.click(await button('Откажи се от „По погрешка“'));
    await user.click(await button('Откажи се'));
    await waitFor(() => expect(session.salonWithdrawn).toHaveBeenCalledWith(8));
  });

  it('who does not own their salon cannot give it up', async () => {
    session = fakeSession(signedInAs({ salonId: 8 }));
    sees(OPEN);
    open(undefined, { name: 'Друг', isOwner: false });
    await screen.findByText(/един профил е в един салон/);
    expect(screen.queryByRole('button', { name: /Откажи се/ })).toBeNull();
  });
});
