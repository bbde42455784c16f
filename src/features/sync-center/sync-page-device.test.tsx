// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addClient } from '#data/clients.commands.ts';
import { type Device, openDevice, SALON_ID } from '#data/replica.test-support.ts';
import { show } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { SyncPage } from './sync-page.tsx';

const saveFile = vi.hoisted(() => vi.fn());
vi.mock('#features/shared/save-file.ts', () => ({ saveFile }));

const user = userEvent.setup();
const routes = { '/sync': <SyncPage /> };
let device: Device;

beforeEach(async () => {
  setLanguage('bg');
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  saveFile.mockReset();
  await device.replica.close();
});

describe('the check of this device', () => {
  const button = () => screen.findByRole('button', { name: 'Провери това устройство' });

  it('needs the server, and says so', async () => {
    device.server.online = true;
    await device.replica.syncNow();
    device.server.online = false;
    await device.replica.syncNow();
    show(device, '/sync', routes);
    expect(await button()).toHaveProperty('disabled', true);
    expect(screen.getByText('Нужна е връзка със сървъра.')).toBeTruthy();
  });

  it('says why it failed when the line breaks under it', async () => {
    device.server.online = true;
    await device.replica.syncNow();
    show(device, '/sync', routes);
    const check = await button();
    device.server.online = false;
    await user.click(check);
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Няма връзка с интернет/);
    device.server.online = true;
    await user.click(screen.getByRole('button', { name: 'Опитай сега' }));
    await waitFor(() => expect(screen.queryByText(/^Няма връзка с интернет/)).toBeNull());
  });

  it.each([
    ['bg', [], 'Всичко съвпада със сървъра: 17 214 записа'],
    ['bg', ['clients', 'events'], 'Намерихме разлика в клиентите и часовете. Изтеглихме ги наново.'],
    ['en', [], 'Everything matches the server: 17,214 records'],
    ['en', ['events'], 'We found a difference in appointments. We downloaded them again.'],
  ] as const)('tells its result in %s (%j)', async (language, differing, words) => {
    setLanguage(language);
    device.server.online = true;
    await device.replica.syncNow();
    const result = { at: new Date().toISOString(), head: 4, differing, rows: 17214 };
    const { BehaviorSubject } = await import('rxjs');
    const lastCheck$ = new BehaviorSubject<typeof result | null>(null);
    const checkDevice = async () => {
      lastCheck$.next(result);
      return result;
    };
    show({ ...device, replica: { ...device.replica, lastCheck$, checkDevice } }, '/sync', routes);
    await user.click(await screen.findByRole('button', { name: /Провери това|Check this/ }));
    const said = await screen.findByText((text) => text.replace(/\s/g, ' ') === words);
    expect(said.textContent).toMatch(/Проверено: днес|Checked: today/);
  });
});

describe('unsent work as a file', () => {
  it('is offered only when there is some, says first that it holds personal data, and bears the date', async () => {
    show(device, '/sync', routes);
    const save = await screen.findByRole('button', { name: 'Свали файл' });
    expect(save).toHaveProperty('disabled', true);
    await addClient(device.replica, { first_name: 'Йоана', last_name: 'Христова' });
    await waitFor(() => expect(save).toHaveProperty('disabled', false));
    await user.click(save);
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('лични данни');
    expect(saveFile).not.toHaveBeenCalled();
    await user.click(within(question).getByRole('button', { name: 'Свали файл' }));
    await waitFor(() => expect(saveFile).toHaveBeenCalled());
    const [name, text] = saveFile.mock.calls[0] as [string, string];
    expect(name).toMatch(/^greben-unsent-\d{4}-\d\d-\d\d-\d{4}\.json$/);
    expect(JSON.parse(text)).toMatchObject({ kind: 'greben-unsent', rows: [{ table: 'clients' }] });
  });

  it('that could not be made says why, until the next one is', async () => {
    await addClient(device.replica, { first_name: 'Йоана', last_name: 'Христова' });
    const { exportUnsent } = device.replica;
    const failing = vi.fn(exportUnsent).mockRejectedValueOnce(new Error('unreadable'));
    show({ ...device, replica: { ...device.replica, exportUnsent: failing } }, '/sync', routes);
    const save = async () => {
      const button = await screen.findByRole('button', { name: 'Свали файл' });
      await waitFor(() => expect(button).toHaveProperty('disabled', false));
      await user.click(button);
      await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Свали файл' }));
    };
    await save();
    expect((await screen.findByRole('alert')).textContent).toContain('unreadable');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await save();
    await waitFor(() => expect(saveFile).toHaveBeenCalled());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  const take = async (content: unknown) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    await user.upload(
      await screen.findByLabelText('Отвори файл', { selector: 'input' }),
      new File([text], 'unsent.json', { type: 'application/json' }),
    );
  };

  it('is taken in on this device, once', async () => {
    await addClient(device.replica, { first_name: 'Йоана', last_name: 'Христова' });
    const file = await device.replica.exportUnsent();
    const id = file.rows[0]?.id ?? '';
    const other = { ...file, rows: [{ ...file.rows[0], id: `${id.slice(0, -4)}beef` }] };
    show(device, '/sync', routes);
    await take(other);
    expect(await screen.findByText('Взета е 1 промяна.')).toBeTruthy();
    await take(other);
    expect(await screen.findByText('1 вече беше тук.')).toBeTruthy();
  });

  it.each([
    ['not a file of ours', 'no json at all', 'Това не е файл от Гребен или е повреден. Нищо не е взето.'],
    ['of another salon', { salonId: SALON_ID + 1 }, 'Файлът е от друг салон. Нищо не е взето.'],
    ['of a newer app', { form: 2 }, 'Файлът е от по-нова версия. Обновете приложението и опитайте пак.'],
  ])('%s is refused in words', async (_name, wrong, words) => {
    const file = await device.replica.exportUnsent();
    show(device, '/sync', routes);
    await take(typeof wrong === 'string' ? wrong : { ...file, ...wrong });
    expect((await screen.findByRole('alert')).textContent).toBe(words);
  });

  it.each([
    ['bg', /Отвори файл/, 'Файлът е по-голям от 256 MB и не може да се прочете тук. Нищо не е взето.'],
    ['en', /Open a file/, 'The file is larger than 256 MB and cannot be read here. Nothing was taken.'],
  ] as const)('that no device can have saved is not read at all, and that is said in %s', async (language, label, words) => {
    await setLanguage(language);
    show(device, '/sync', routes);
    const film = new File(['film'], 'film.json', { type: 'application/json' });
    const read = vi.spyOn(film, 'text');
    vi.spyOn(film, 'size', 'get').mockReturnValue(256 * 1024 * 1024 + 1);
    await user.upload(await screen.findByLabelText(label, { selector: 'input' }), film);
    expect((await screen.findByRole('alert')).textContent).toContain(words);
    expect(read).not.toHaveBeenCalled();
  });
});
