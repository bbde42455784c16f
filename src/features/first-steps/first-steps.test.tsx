// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { decodeQR } from 'qr/decode.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepStepsNote } from '#data/first-steps/first-steps.ts';
import { type Device, openDevice, SALON_ID, seen } from '#data/replica.test-support.ts';
import { addEmployee } from '#data/resources.commands.ts';
import { employees$ } from '#data/resources.queries.ts';
import { rowsWhere } from '#data/row-writes.ts';
import { addService } from '#data/services.commands.ts';
import { services$ } from '#data/services.queries.ts';
import { QrCode } from '#features/shared/qr-code.tsx';
import { clearToasts, fill, show, toastTexts } from '#features/shared/screen.test-support.tsx';
import { fakeSession, place, signedInAs } from '#features/shared/session.test-support.tsx';
import { ReplicaContext } from '#features/shared/use-replica.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { FirstDay } from './first-day.tsx';
import { FirstStepsPage } from './first-steps-page.tsx';
import { FirstStepsStrip } from './first-steps-strip.tsx';
import { StarterServicesPage } from './starter-services-page.tsx';
import { TabletDialog } from './tablet-dialog.tsx';

const user = userEvent.setup();
const routes = { '/first-steps': <FirstStepsPage />, '/first-steps/services': <StarterServicesPage /> };
let device: Device;

beforeEach(async () => {
  await setLanguage('bg');
  localStorage.clear();
  device = await openDevice();
  device.server.online = true;
  await device.replica.syncNow();
});
afterEach(async () => {
  cleanup();
  clearToasts();
  await device.replica.close();
});

const steps = async () => {
  const list = await screen.findByRole('list');
  return within(list)
    .getAllByRole('listitem')
    .map((item) => item.dataset.step);
};

describe('the first steps', () => {
  it('are five, each with the way to it; what the salon has by now is done', async () => {
    await addEmployee(device.replica, { name: 'Яна', email: 'yana@greben.test' }, [[], [{ start: '09:00', end: '17:00' }]]);
    await addService(device.replica, { name_bg: 'Сешоар' });
    show(device, '/first-steps', routes);
    await waitFor(async () => expect(await steps()).toEqual(['done', 'done', 'done', 'open', 'open']));
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      ...['/employees/add', '/shifts', '/first-steps/services', '/salon/move-in', '/first-steps?open=tablet'],
    ]);
  });

  it('can be passed over and brought back, which this browser keeps', async () => {
    show(device, '/first-steps', routes);
    await user.click(await screen.findByRole('button', { name: 'Пропусни: Клиентите досега' }));
    expect(await steps()).toEqual(['open', 'open', 'open', 'passed', 'open']);
    cleanup();
    show(device, '/first-steps', routes);
    await user.click(await screen.findByRole('button', { name: 'Върни: Клиентите досега' }));
    expect(await steps()).toEqual(['open', 'open', 'open', 'open', 'open']);
  });

  it('offer the sample salon while there is nothing, and take it out again after saying what goes', async () => {
    show(device, '/first-steps', routes);
    await user.click(await screen.findByRole('button', { name: 'Зареди примерни данни' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Примерните данни са заредени']));
    await seen(employees$(device.replica), (rows) => rows.length === 3);
    expect(await steps()).toEqual(['open', 'open', 'open', 'open', 'open']);
    await user.click(await screen.findByRole('button', { name: 'Премахни примерните данни…' }));
    const question = await screen.findByRole('alertdialog', { name: 'Да се премахнат ли примерните данни?' });
    expect(question.textContent).toMatch(/Премахват се 3 служители, 8 услуги, 14 клиенти, 5 продукта, \d+ записа в календара\./);
    await user.click(within(question).getByRole('button', { name: 'Премахни' }));
    await seen(employees$(device.replica), (rows) => rows.length === 0);
    await screen.findByRole('button', { name: 'Зареди примерни данни' });
  });
});

describe('an empty calendar', () => {
  const calendar = { '/calendar': <FirstDay>Няма никого</FirstDay> };

  it('holds the steps of a new salon and the sample, at once, and the strip below it leaves them to it', async () => {
    const both = (
      <>
        <FirstDay>Няма никого</FirstDay>
        <FirstStepsStrip />
      </>
    );
    show(device, '/calendar', { '/calendar': both });
    expect(await steps()).toEqual(['open', 'open', 'open', 'open', 'open']);
    expect(screen.queryByText('Няма никого')).toBeNull();
    expect(screen.getByText(/^Няма добавени служители\. /)).toBeTruthy();
    expect(screen.getByRole('link', { name: /^Добави служител/ }).classList).toContain('btn-primary');
    await user.click(await screen.findByRole('button', { name: 'Зареди примерни данни' }));
    await seen(employees$(device.replica), (rows) => rows.length === 3);
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  it('of a salon that is not new, of another’s, or whose person has put the steps away, is as it was', async () => {
    const looking = { ...signedInAs({ role: 'admin' }), viewingAsAdmin: true } as const;
    const element = <ReplicaContext value={device.replica}>{calendar['/calendar']}</ReplicaContext>;
    place(fakeSession(looking, device.replica), [{ path: '/calendar', element }], '/calendar');
    expect(await screen.findByText('Няма никого')).toBeTruthy();
    cleanup();
    device.server.put('salons', String(SALON_ID), { timezone: 'Europe/Sofia' });
    await device.replica.syncNow();
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2040-01-01T00:00:00Z'));
    show(device, '/calendar', calendar);
    expect(await screen.findByText('Няма никого')).toBeTruthy();
    cleanup();
    later.mockReturnValue(Date.parse('2026-11-18T00:00:00Z'));
    show(device, '/calendar', calendar);
    expect(await screen.findByRole('list')).toBeTruthy();
    cleanup();
    keepStepsNote(device.replica, { passed: [], away: true });
    show(device, '/calendar', calendar);
    expect(await screen.findByText('Няма никого')).toBeTruthy();
    expect(screen.queryByRole('list')).toBeNull();
    later.mockRestore();
  });
});

describe('the starter list', () => {
  it('adds what was chosen, in both languages, with prices where they were typed and the category once', async () => {
    await addService(device.replica, { name_bg: 'Сешоар' });
    const at = show(device, '/first-steps/services', routes);
    await user.click(await screen.findByRole('checkbox', { name: /Дамско подстригване/ }));
    await user.click(screen.getByRole('checkbox', { name: /Балеаж/ }));
    expect((screen.getByRole('checkbox', { name: /^Сешоар/ }) as HTMLInputElement).disabled).toBe(true);
    expect(screen.getAllByRole('group', { name: 'Боядисване' })).toHaveLength(1);
    await fill('Цена за Дамско подстригване', '45,50');
    await user.click(screen.getByRole('button', { name: 'Добави 2 услуги' }));
    await waitFor(() => expect(at.path()).toBe('/services'));
    const added = (await seen(services$(device.replica), (rows) => rows.length === 3)).filter(({ name }) => name !== 'Сешоар');
    expect(added.map(({ name_bg, name_en, duration, price, category }) => [name_bg, name_en, duration, price, category])).toEqual(
      [
        ['Балеаж', 'Balayage', 150, 0, 'Боядисване'],
        ['Дамско подстригване', "Women's haircut", 60, 45.5, 'Подстригване и прически'],
      ],
    );
    expect((await rowsWhere(device.replica, 'service_groups', {})).map(({ name }) => name).sort()).toEqual([
      'Боядисване',
      'Подстригване и прически',
    ]);
  });

  it('adds nothing while a price is no amount', async () => {
    show(device, '/first-steps/services', routes);
    await user.click(await screen.findByRole('checkbox', { name: /Балеаж/ }));
    await fill('Цена за Балеаж', 'скъпо');
    await user.click(screen.getByRole('button', { name: 'Добави 1 услуга' }));
    await screen.findByText('Въведете сума');
    await fill('Цена за Балеаж', '1.200');
    await screen.findByText('Най-много две цифри след запетаята');
    await fill('Цена за Балеаж', '99999999999');
    await screen.findByText('Твърде голямо число');
    expect(await rowsWhere(device.replica, 'services', {})).toEqual([]);
  });
});

/** What a camera would read of the drawing. */
function readCode(svg: Element): string {
  const side = Number(svg.getAttribute('viewBox')?.split(' ')[2]);
  const scale = 8;
  const data = new Uint8Array((side * scale) ** 2 * 4).fill(255);
  for (const [, x, y] of svg
    .querySelector('path')
    ?.getAttribute('d')
    ?.matchAll(/M(\d+) (\d+)/g) ?? [])
    for (let down = 0; down < scale; down++)
      for (let right = 0; right < scale; right++) {
        const at = ((Number(y) * scale + down) * side * scale + Number(x) * scale + right) * 4;
        data.fill(0, at, at + 3);
      }
  return decodeQR({ width: side * scale, height: side * scale, data });
}

describe('a tablet', () => {
  it('reads the salon’s address from the code, and nothing else', () => {
    render(<QrCode text="https://salon.example" label="код" />);
    expect(readCode(screen.getByRole('img', { name: 'код' }))).toBe('https://salon.example');
  });

  it('of an owner gets an invitation for an account of its own', async () => {
    const at = { origin: 'https://salon.example', hostname: 'salon.example', protocol: 'https:' };
    const session = fakeSession(signedInAs());
    session.answers.invite = { id: 'i1', code: 'K7QF-2M9T-XR4D-8HPW', expires_at: '2026-11-21T08:40:00.000Z' };
    const dialog = <TabletDialog isOwner salon="Студио Къдрица" onDone={() => undefined} onClose={() => undefined} at={at} />;
    place(session, [{ path: '/', element: <ReplicaContext value={device.replica}>{dialog}</ReplicaContext> }], '/');
    await screen.findByText(/в историята стои името на (таблета|устройството)/);
    expect(screen.queryByRole('img', { name: /QR код/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Направи покана' }));
    const code = await screen.findByRole('img', { name: /QR код/ });
    expect(readCode(code)).toBe('https://salon.example/join#K7QF-2M9T-XR4D-8HPW');
    expect(session.called).toEqual([
      { name: 'invite', args: { p_salon_id: SALON_ID, p_role: 'staff', p_resource_id: null, p_note: 'Рецепция' } },
    ]);
  });

  it('is told in words where the address leads to this computer alone', () => {
    const at = { origin: 'http://127.0.0.1:4173', hostname: '127.0.0.1', protocol: 'http:' };
    render(<TabletDialog onDone={() => undefined} onClose={() => undefined} at={at} />);
    expect(screen.queryByRole('img', { name: /QR код/ })).toBeNull();
    expect(screen.getByRole('dialog').textContent).toContain('Този адрес се отваря само на този компютър');
  });
});
