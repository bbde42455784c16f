// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refusedBy } from '#data/issues/issues.test-support.ts';
import { becomes } from '#data/replica.test-support.ts';
import { changeOf } from '#data/row-writes.ts';
import { saveFile } from '#features/shared/save-file.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { button, m, onServer, open, over, press, said, user } from './issues.test-support.tsx';

vi.mock('#features/shared/save-file.ts', () => ({ saveFile: vi.fn() }));

/** A manager writes these without a line, and is staff by the time they arrive. */
async function refused(...changes: ReturnType<typeof changeOf>[]): Promise<void> {
  await becomes(m, 'manager');
  for (const change of changes) await m.replica.write([change]);
  m.server.role = 'staff';
  const ofRole = refusedBy('42501', 'role');
  m.refuse((change) => (['services', 'service_groups'].includes(change.table) ? ofRole(change) : null));
  await m.sync();
}
const price = (id: string, amount: number) => changeOf('services', id, { price: amount, currency: 'BGN' });

describe('a write that was refused for the role', () => {
  it.each([
    [
      'bg',
      'Промяната не беше приета',
      'Ролята Ви в този салон не позволява промяна на: цена. Нищо не е загубено: това може да направи собственикът или управител, също и от файл на това устройство.',
      ['Поправи', 'Изпрати отново'],
    ],
    [
      'en',
      'The change was not accepted',
      'Your role in this salon may not change: price. Nothing is lost: the owner or a manager can do it, also from a file of this device.',
      ['Correct it', 'Send again'],
    ],
  ] as const)(
    'says who may do it, and offers neither a form nor to be sent again (%s)',
    async (language, title, reason, absent) => {
      await setLanguage(language);
      await refused(price('nails', 99));
      open();
      expect(await said(title)).toContain(reason);
      for (const name of absent) {
        expect(screen.queryByRole('link', { name })).toBeNull();
        expect(screen.queryByRole('button', { name })).toBeNull();
      }
    },
  );

  it('is saved as a file after a word about what is in it', async () => {
    await refused(price('nails', 99));
    open();
    await press(/^Запиши като файл/);
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('лични данни');
    await user.click(within(dialog).getByRole('button', { name: 'Свали файл' }));
    await waitFor(() => expect(saveFile).toHaveBeenCalled());
    const [, text] = vi.mocked(saveFile).mock.calls.at(-1) ?? [];
    expect(JSON.parse(String(text))).toMatchObject({ issues: [{ constraint: 'role', ours: { price: 99 } }] });
  });

  it('is said of a new record, and of a deletion', async () => {
    await refused(changeOf('services', 'new', { name: 'Боя', name_bg: 'Боя', price: 80, currency: 'BGN' }));
    open();
    expect(await said('Новият запис не беше приет')).toContain('Ролята Ви в този салон не позволява това да се добави.');
  });

  it('is sent again, with all others, once the role allows it', async () => {
    await refused(price('nails', 99), price('gel', 77));
    open();
    expect(await screen.findAllByRole('article', { name: /Промяната не беше приета/ })).toHaveLength(2);
    expect(screen.queryByText(/вече позволява/)).toBeNull();
    m.refuse(null);
    await becomes(m, 'manager');
    expect(await screen.findByText('Ролята Ви вече позволява отказаното: 2 промени.')).toBeTruthy();
    await user.click(button('Изпрати всички отново'));
    await over();
    expect(await onServer('services', 'nails')).toMatchObject({ price: 99 });
    expect(await onServer('services', 'gel')).toMatchObject({ price: 77 });
  });
});

describe('a decision that the role may not carry out is not offered', () => {
  const offered = (name: string) => screen.queryByRole('button', { name }) !== null;

  it('of two values of a service only theirs can be kept, and ours goes into a file', async () => {
    await becomes(m, 'manager');
    await m.replica.write([price('nails', 99)]);
    m.server.put('services', 'nails', { price: 50 });
    m.server.role = 'staff';
    await m.sync();
    open();
    expect(await said(/^Две различни промени на/)).toContain('Ролята Ви в този салон не позволява промяна на: цена');
    const sides = screen.getAllByRole('radio');
    expect(sides.map((side) => [side.getAttribute('aria-checked'), side.getAttribute('aria-disabled')])).toEqual([
      ['false', 'true'],
      ['true', 'true'],
    ]);
    expect(button(/^Запиши като файл/)).toBeTruthy();
    await press('Запази избора');
    await over();
    expect(await onServer('services', 'nails')).toMatchObject({ price: 50 });
  });

  it('a client who was deleted elsewhere is brought back by somebody else', async () => {
    await becomes(m, 'staff');
    await m.replica.write([changeOf('clients', 'silvia', { phone: '+359897112904' })]);
    m.server.put('clients', 'silvia', { deleted: true });
    await m.sync();
    open();
    expect(await said('Изтрито от друго устройство')).toContain('Ролята Ви в този салон не позволява това да се върне.');
    expect(offered('Върни с моята промяна')).toBe(false);
    expect(button(/^Запиши като файл/)).toBeTruthy();
    await press('Остави изтрит');
    await over();
  });

  it('what was deleted as a manager is deleted anyway by somebody else', async () => {
    await becomes(m, 'manager');
    await m.replica.write([changeOf('clients', 'silvia', { deleted: true })]);
    m.server.put('clients', 'silvia', { phone: '+359897112940' });
    m.server.role = 'staff';
    await m.sync();
    open();
    expect(await said('Променено, след като го изтрихте')).toContain('Ролята Ви в този салон не позволява това да се изтрие.');
    expect(offered('Изтрий въпреки това')).toBe(false);
    await press('Запази записа');
    await over();
  });

  it('what was refused for another reason is neither corrected nor sent again', async () => {
    await becomes(m, 'manager');
    await m.replica.write([price('nails', 99)]);
    m.server.role = 'staff';
    m.refuse(refusedBy('23514', 'services_price_check'));
    await m.sync();
    open();
    expect(await said('Промяната не беше приета')).toContain('Ролята Ви в този салон не позволява промяна на: цена');
    expect(screen.queryByRole('link', { name: 'Поправи' })).toBeNull();
    expect(offered('Изпрати отново')).toBe(false);
  });
});
