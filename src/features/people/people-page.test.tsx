// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { createClient } from '#data/clients.commands.ts';
import { bookingPage } from '#data/online/online-page.test-support.ts';
import { type Device, openDevice, SALON_ID } from '#data/replica.test-support.ts';
import type { Session } from '#data/session/session.ts';
import { MadeInvitationCode } from '#features/shared/made-invitation.tsx';
import { clearToasts, fill, toastTexts } from '#features/shared/screen.test-support.tsx';
import { type FakeSession, fakeSession, Refused, signedInAs } from '#features/shared/session.test-support.tsx';
import { ReplicaContext, SessionContext } from '#features/shared/use-replica.ts';
import { setLanguage } from '#i18n/i18n.ts';
import type { SalonRole } from '#schemas/constants.ts';
import { PeoplePage } from './people-page.tsx';

const user = userEvent.setup();

let device: Device;
let session: FakeSession;
beforeEach(async () => {
  await setLanguage('bg');
  clearToasts();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  device = await openDevice();
  const { server } = device;
  server.put('salons', String(SALON_ID), { name_bg: 'Студио Къдрица', name_en: 'Kadritsa Studio' });
  server.put('resources', 'maria', { role: 'employee', active: true, name: 'Мария Петрова' });
  server.put('resources', 'boris', { role: 'employee', active: true, name: 'Борис Иванов' });
  server.online = true;
  await device.replica.syncNow();
  session = fakeSession(signedInAs({ id: device.replica.userId }));
});
afterEach(async () => {
  cleanup();
  await device.replica.close();
});

const person = (user_id: string, name: string | null, role: SalonRole, more: object = {}) => ({
  ...{ user_id, name, role, email: `${user_id}@greben.test`, resource_id: null, joined_at: null, last_seen: null, devices: [] },
  ...more,
});

/** The page as somebody with that role sees it. */
function open(role: SalonRole, more: object = {}) {
  const own = person(device.replica.userId, 'Елена', role);
  session.answers.salon_people = {
    people: [
      own,
      person('manager', 'Ивайло', 'manager', { resource_id: 'boris' }),
      person('tablet', 'Рецепция', 'staff', {
        devices: [{ id: 'd1', name: 'Таблет', app: '1.0', last_seen: new Date().toISOString(), wrote_at: null, unsent: 2 }],
      }),
    ],
    former: [{ user_id: 'gone', name: 'Ралица' }],
    ...more,
  };
  session.answers.invitations ??= [];
  device.replica.membership$.next({ role, resourceId: null });
  const router = createMemoryRouter([{ path: '*', element: <PeoplePage /> }], { initialEntries: ['/salon/people'] });
  render(
    <SessionContext value={session as unknown as Session}>
      <ReplicaContext value={device.replica}>
        <RouterProvider router={router} />
      </ReplicaContext>
    </SessionContext>,
  );
}

const actions = async (name: string) => {
  await user.click(await screen.findByRole('button', { name: `Действия за ${name}` }));
  return (await screen.findAllByRole('menuitem')).map((entry) => entry.textContent);
};
const choose = async (name: string, what: string) => {
  await user.click(await screen.findByRole('button', { name: `Действия за ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: what }));
};
const asked = (name: string) => session.called.filter((call) => call.name === name).map(({ args }) => args);

describe('what may be done', () => {
  it('by an owner: everything, but not to themselves', async () => {
    open('owner');
    expect(await actions('Ивайло')).toEqual([
      'Смени името',
      'Смени ролята',
      'Избери служител',
      'Предай салона',
      'Премахни от салона',
    ]);
    await user.keyboard('{Escape}');
    expect(await actions('Рецепция')).toEqual(['Смени името', 'Смени ролята', 'Избери служител', 'Премахни от салона']);
    await user.keyboard('{Escape}');
    expect(await actions('Елена')).toEqual(['Смени името', 'Избери служител']);
  });

  it('by a manager: staff alone', async () => {
    open('manager');
    expect(await actions('Рецепция')).toEqual(['Избери служител', 'Премахни от салона']);
    await user.keyboard('{Escape}');
    expect(await actions('Елена')).toEqual(['Смени името', 'Напусни салона']);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('button', { name: 'Действия за Ивайло' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Покани' }));
    expect((await screen.findAllByRole('radio')).map((radio) => radio.getAttribute('aria-label'))).toEqual([
      'Персонал',
      'За устройство на рецепцията',
    ]);
  });

  it('by an administrator who looks in: what an owner may, but the salon is not theirs to hand over', async () => {
    open('owner', {
      people: [person('owner', 'Елена', 'owner'), person('manager', 'Ивайло', 'manager')],
    });
    expect(await actions('Ивайло')).toEqual(['Смени името', 'Смени ролята', 'Избери служител', 'Премахни от салона']);
  });

  it('by staff: nothing to others, and they see no invitations', async () => {
    open('staff');
    expect(await actions('Елена')).toEqual(['Смени името', 'Напусни салона']);
    expect(screen.queryByRole('button', { name: /Действия за (Ивайло|Рецепция)/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Покани' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Отворени покани' })).toBeNull();
    expect(asked('invitations')).toEqual([]);
  });
});

it('people stand with role, employee, e-mail and devices; who left, by name', async () => {
  open('owner');
  const list = await screen.findByRole('region', { name: 'Хора в салона' });
  await within(list).findByText(/Служител: Борис Иванов/);
  const rows = within(list)
    .getAllByRole('listitem')
    .map((row) => row.textContent);
  expect(rows.find((row) => row?.includes('Ивайло'))).toMatch(/Управител.*manager@greben.test.*Служител: Борис Иванов/);
  expect(rows.find((row) => row?.includes('Рецепция'))).toMatch(/Персонал.*Таблет.*версия 1.0.*2 промени чакат/);
  expect(screen.getByRole('region', { name: 'Премахнати' }).textContent).toContain('Ралица');
});

describe('an invitation', () => {
  it.each([
    ['http://localhost:4173', true],
    ['https://salon.example', false],
  ])('at %s says whether another device reaches the address', (origin, isOnlyHere) => {
    const made = { id: 'i1', code: 'K7QF-2M9T-XR4D-8HPW', expires_at: '2026-11-21T08:40:00.000Z' };
    render(<MadeInvitationCode made={made} salon="Салон" at={new URL(origin)} />);
    expect(screen.queryByText(/^Този адрес се отваря само на този компютър\./) !== null).toBe(isOnlyHere);
    expect(screen.getByLabelText('Връзка')).toHaveProperty('value', `${origin}/join#K7QF-2M9T-XR4D-8HPW`);
  });

  it('says its code this once', async () => {
    session.answers.invite = { id: 'i1', code: 'K7QF-2M9T-XR4D-8HPW', expires_at: '2026-11-21T08:40:00.000Z' };
    open('owner');
    await user.click(await screen.findByRole('button', { name: 'Покани' }));
    await user.click(await screen.findByRole('radio', { name: 'Управител' }));
    await fill(/За кого е/, ' Ася ');
    await user.click(screen.getByRole('button', { name: 'Направи поканата' }));
    expect((await screen.findByText('K7QF-2M9T-XR4D-8HPW')).textContent).toBe('K7QF-2M9T-XR4D-8HPW');
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true); // the button that was pressed is gone
    expect(asked('invite')).toEqual([{ p_salon_id: SALON_ID, p_role: 'manager', p_resource_id: null, p_note: 'Ася' }]);
    expect(screen.getByLabelText('Връзка')).toHaveProperty('value', `${location.origin}/join#K7QF-2M9T-XR4D-8HPW`);
    await user.click(screen.getByRole('button', { name: 'Готово' }));
    await waitFor(() => expect(screen.queryByText('K7QF-2M9T-XR4D-8HPW')).toBeNull());
  });

  it('for a device is staff, without an employee, and says what follows', async () => {
    session.answers.invite = { id: 'i1', code: 'K7QF-2M9T-XR4D-8HPW', expires_at: '2026-11-21T08:40:00.000Z' };
    open('owner');
    await user.click(await screen.findByRole('button', { name: 'Покани' }));
    await user.click(await screen.findByRole('radio', { name: 'За устройство на рецепцията' }));
    await screen.findByText(/в историята стои името на (таблета|устройството)/);
    expect(screen.queryByLabelText(/Кой служител е това/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Направи поканата' }));
    await waitFor(() =>
      expect(asked('invite')).toEqual([{ p_salon_id: SALON_ID, p_role: 'staff', p_resource_id: null, p_note: 'Рецепция' }]),
    );
  });

  it('with too long a note is not sent, and says so beside the field', async () => {
    open('owner');
    await user.click(await screen.findByRole('button', { name: 'Покани' }));
    await fill(/За кого е/, 'а'.repeat(81));
    await user.click(screen.getByRole('button', { name: 'Направи поканата' }));
    await screen.findByText('Бележката е до 80 знака');
    expect(asked('invite')).toEqual([]);
  });

  test.each([
    ['linked', 'Този служител вече е свързан с друг човек.'],
    ['resource', 'Този служител вече не е в салона.'],
  ])('that the server refuses for the employee (%s) says so beside the field', async (hint, text) => {
    session.answers.invite = new Refused(hint);
    open('owner');
    await user.click(await screen.findByRole('button', { name: 'Покани' }));
    await user.click(screen.getByRole('button', { name: 'Направи поканата' }));
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(toastTexts()).toEqual([]);
  });

  test.each([
    ['most_invitations', 'Има твърде много отворени покани. Оттеглете някоя.'],
    ['most_people', 'В салона вече има 50 души и няма място за повече.'],
  ])('that the salon has no room for (%s) is told', async (hint, text) => {
    session.answers.invite = new Refused(hint);
    open('owner');
    await user.click(await screen.findByRole('button', { name: 'Покани' }));
    await user.click(screen.getByRole('button', { name: 'Направи поканата' }));
    await waitFor(() => expect(toastTexts()).toContain(text));
  });

  it('that is open is withdrawn after a question', async () => {
    const at = new Date(Date.now() + 71.5 * 3_600_000).toISOString();
    session.answers.invitations = [
      { id: 'i1', role: 'staff', resource_id: null, note: 'Ася', made_by: 'manager', made_at: at, expires_at: at },
    ];
    open('owner');
    const list = await screen.findByRole('region', { name: 'Отворени покани' });
    expect(list.textContent).toContain('Персонал, Ася');
    expect(list.textContent).toContain('от Ивайло · още 71 часа');
    await user.click(within(list).getByRole('button', { name: 'Оттегли поканата: Персонал, Ася' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Оттегли' }));
    await waitFor(() => expect(asked('withdraw_invitation')).toEqual([{ p_id: 'i1' }]));
  });
});

describe('a person', () => {
  it('gets another role', async () => {
    open('owner');
    await choose('Рецепция', 'Смени ролята');
    await user.click(await screen.findByRole('radio', { name: 'Управител' }));
    await user.click(screen.getByRole('button', { name: 'Запази' }));
    await waitFor(() =>
      expect(asked('set_person_role')).toEqual([{ p_salon_id: SALON_ID, p_user_id: 'tablet', p_role: 'manager' }]),
    );
  });

  it('is linked with an employee who has no account yet', async () => {
    open('owner');
    await choose('Рецепция', 'Избери служител');
    await user.click(await screen.findByLabelText('Служител'));
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      'Никой от служителите',
      'Мария Петрова',
    ]);
    await user.click(screen.getByRole('option', { name: 'Мария Петрова' }));
    await user.click(screen.getByRole('button', { name: 'Запази' }));
    await waitFor(() =>
      expect(asked('link_person')).toEqual([{ p_salon_id: SALON_ID, p_user_id: 'tablet', p_resource_id: 'maria' }]),
    );
  });

  test.each([
    ['  ', 'Въведете име'],
    ['а'.repeat(81), 'Името е до 80 знака'],
  ])('is not called %j', async (name, text) => {
    open('owner');
    await choose('Елена', 'Смени името');
    await fill('Име', name);
    await user.click(screen.getByRole('button', { name: 'Запази' }));
    await screen.findByText(text);
    expect(asked('rename_person')).toEqual([]);
  });

  it('is removed after a question, and the other one is told if that is theirs to do no longer', async () => {
    session.answers.remove_person = new Refused('right');
    open('owner');
    await choose('Рецепция', 'Премахни от салона');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Премахни' }));
    await waitFor(() => expect(toastTexts()).toContain('Това може да направи собственикът, а за персонала – и управител.'));
    expect(asked('remove_person')).toEqual([{ p_salon_id: SALON_ID, p_user_id: 'tablet' }]);
  });

  it('gets the salon once its name is typed, in either language', async () => {
    open('owner');
    await choose('Ивайло', 'Предай салона');
    await fill('Име на салона', 'Друг салон');
    await user.click(screen.getByRole('button', { name: 'Предай салона' }));
    await screen.findByText('Това не е името на салона');
    expect(asked('hand_over_salon')).toEqual([]);
    await fill('Име на салона', ' kadritsa  studio');
    await user.click(screen.getByRole('button', { name: 'Предай салона' }));
    await waitFor(() => expect(asked('hand_over_salon')).toEqual([{ p_salon_id: SALON_ID, p_user_id: 'manager' }]));
  });

  it('leaves by themselves, once everything is sent', async () => {
    open('staff');
    await choose('Елена', 'Напусни салона');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Напусни' }));
    await waitFor(() => expect(session.salonWithdrawn).toHaveBeenCalledWith(SALON_ID));
    expect(asked('leave_salon')).toEqual([{ p_salon_id: SALON_ID }]);
  });

  it('does not leave with something unsent', async () => {
    device.server.online = false;
    await createClient(device.replica, { name: 'Ася' });
    open('staff');
    await choose('Елена', 'Напусни салона');
    const question = await screen.findByRole('alertdialog');
    await within(question).findByText('1 промяна още не е изпратена. Изчакайте да се изпрати.');
    expect(within(question).getByRole('button', { name: 'Напусни' })).toHaveProperty('disabled', true);
  });
});

it('without a line the people stand as they were last known, without buttons', async () => {
  open('owner');
  await screen.findByRole('button', { name: 'Покани' });
  cleanup();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  open('owner');
  await screen.findByText(/Това е последното, което устройството знае/);
  expect(screen.getByRole('region', { name: 'Хора в салона' }).textContent).toContain('Ивайло');
  expect(screen.queryByRole('button', { name: /Покани|Действия за/ })).toBeNull();
});

it('in English it says the same', async () => {
  await setLanguage('en');
  open('owner');
  const list = await screen.findByRole('region', { name: 'People in the salon' });
  expect(list.textContent).toMatch(/Elena|Елена/);
  expect(list.textContent).toContain('2 changes waiting');
});

describe('a device that went dark', () => {
  const tablet = { id: 'd1', user_id: 'tablet', name: 'Таблет', last_seen: new Date().toISOString(), unsent: 2 };

  it.each(['owner', 'staff'] as const)('is put away by anybody, also by %s', async (role) => {
    session.answers.booking_page = bookingPage({ dark: [tablet] });
    open(role);
    const button = await screen.findByRole('button', { name: 'Прибрано е: Таблет' });
    session.answers.booking_page = bookingPage();
    await user.click(button);
    await waitFor(() => expect(asked('put_device_away')).toEqual([{ p_device: 'd1' }]));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Прибрано е: Таблет' })).toBeNull());
    expect(toastTexts()).toContain('Онлайн часовете вече не чакат това устройство');
  });

  it('is offered of no other device, and of none where the page is not read', async () => {
    session.answers.booking_page = bookingPage({ dark: [{ ...tablet, id: 'd2' }] });
    open('owner');
    await waitFor(() => expect(asked('booking_page')).toHaveLength(1));
    expect(screen.queryByRole('button', { name: /^Прибрано е/ })).toBeNull();
  });
});
