// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { at, deletedThere, editedThere, gone, refusedChange, refusedNewClient } from '#data/issues/issues.test-support.ts';
import { recordStateOf } from '#data/issues/stored-rows.ts';
import { changeOf } from '#data/row-writes.ts';
import { toastTexts } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import {
  afternoon,
  card,
  client,
  evening,
  event,
  m,
  onServer,
  open,
  over,
  press,
  said,
  undo,
  user,
} from './issues.test-support.tsx';

describe('a refused write', () => {
  it.each([
    ['bg', 'Новият запис не беше приет', '„телефон“ е твърде дълго: най-много 40 знака.'],
    ['en', 'The new record was not accepted', '“phone” is too long: at most 40 characters.'],
  ] as const)('says why in words, with its content and the way to its form (%s)', async (language, title, reason) => {
    setLanguage(language);
    await refusedNewClient(m);
    open();
    const text = await said(title);
    expect(text).toContain(reason);
    expect(text).not.toContain('violates');
    expect(text).toContain('Ина Фотева');
    expect(screen.getByRole('link', { name: language === 'bg' ? 'Поправи' : 'Correct it' }).getAttribute('href')).toBe(
      '/clients/edit/new',
    );
  });

  it('is sent again with one tap', async () => {
    await refusedNewClient(m);
    m.refuse(null);
    open();
    await press('Изпрати отново');
    await over();
    expect(toastTexts()).toEqual(['Ина Фотева']);
    expect(await onServer('clients', 'new')).toMatchObject({ name: 'Ина Фотева' });
  });

  it('goes by itself when it is corrected and taken', async () => {
    await refusedNewClient(m);
    open();
    await card('Новият запис не беше приет');
    m.refuse(null);
    await m.replica.write([changeOf('clients', 'new', { phone: '+359888000111' })]);
    await m.sync();
    await over();
  });

  it.each([
    ['bg', 'Откажи записа', 'Отказ', 'Нищо не чака решение.'],
    ['en', 'Discard the record', 'Cancel', 'Nothing needs a decision.'],
  ] as const)('of a new record is let go only after asking (%s)', async (language, discard, cancel, done) => {
    setLanguage(language);
    await refusedNewClient(m);
    open();
    await press(discard);
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('Ина Фотева');
    await user.click(within(dialog).getByRole('button', { name: cancel }));
    expect(await client('new')).not.toBeNull();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await press(discard);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: discard }));
    await screen.findByText(done);
    expect((await recordStateOf(m.replica, 'clients', 'new')).state).not.toBe('there');
  });

  it('of a change shows that change alone, and discarding leaves the record', async () => {
    await refusedChange(m);
    open();
    const text = await said('Промяната не беше приета');
    expect(text).toContain('„бележки“ е твърде дълго: най-много 5000 знака.');
    expect(text).toContain('Вашето съдържаниебележки: Алергия към амоняк');
    await press('Откажи промяната');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Откажи промяната' }));
    await over();
    expect(await client('silvia')).toMatchObject({ notes: null, deleted: false });
  });

  it('of a deletion says that it is one', async () => {
    await m.replica.putIssue({
      ...{ id: 'x', kind: 'rejected', table: 'clients', rowId: 'silvia', group: null, code: '42501', at: at(9) },
      ours: { name: 'Силвия Маркова', deleted: true },
      server: { name: 'Силвия Маркова', deleted: false },
    });
    open();
    const text = await said('Промяната не беше приета');
    expect(text).toContain('Нямате право на тази промяна.');
    expect(text).toContain('изтриване на записа');
    expect(screen.queryByRole('link', { name: 'Поправи' })).toBeNull();
  });
});

describe('what was deleted there and changed here', () => {
  it.each([
    ['bg', 'Изтрито от друго устройство', 'Върни с моята промяна', 'Нищо не чака решение.'],
    ['en', 'Deleted on another device', 'Bring back with my change', 'Nothing needs a decision.'],
  ] as const)('comes back with my change (%s)', async (language, title, restore, done) => {
    setLanguage(language);
    await deletedThere(m);
    open();
    expect(await said(title)).toContain('19/11/2036, 14:00–15:00');
    await press(restore);
    await screen.findByText(done);
    expect(await onServer('events', 'agreed')).toMatchObject({ ...afternoon, deleted: false });
  });

  it('stays deleted, with a way back', async () => {
    const issue = await deletedThere(m);
    open();
    await press('Остави изтрит');
    await over();
    await undo();
    await card('Изтрито от друго устройство');
    expect(await m.issues(1)).toEqual([issue]);
  });

  it('says so when somebody brought it back; my change can still be added', async () => {
    await deletedThere(m);
    m.server.put('events', 'agreed', { deleted: false, status: 'completed' });
    await m.sync();
    open();
    expect(await said('Изтрито от друго устройство')).toContain('Междувременно някой го върна.');
    await press('Добави моята промяна');
    await over();
    expect(await onServer('events', 'agreed')).toMatchObject({ ...afternoon, status: 'completed' });
  });
});

describe('what was changed there and deleted here', () => {
  it.each([
    ['bg', 'Променено, след като го изтрихте', 'Запази записа', 'Нищо не чака решение.'],
    ['en', 'Changed after you deleted it', 'Keep the record', 'Nothing needs a decision.'],
  ] as const)('stays with their change (%s)', async (language, title, keep, done) => {
    setLanguage(language);
    await editedThere(m);
    open();
    expect(await said(title)).toContain('19/11/2036, 16:00–17:00');
    await press(keep);
    await screen.findByText(done);
    expect(await event('agreed')).toMatchObject({ ...evening, deleted: false });
  });

  it('is deleted after all, with a way back', async () => {
    await editedThere(m);
    open();
    await press('Изтрий въпреки това');
    await over();
    expect((await recordStateOf(m.replica, 'events', 'agreed')).state).toBe('deleted');
    await undo();
    await card('Променено, след като го изтрихте');
    await waitFor(async () => expect((await recordStateOf(m.replica, 'events', 'agreed')).state).toBe('there'));
  });
});

describe('what the server has forgotten', () => {
  it.each([
    ['bg', 'Този запис вече го няма', 'Създай отново', 'Нищо не чака решение.'],
    ['en', 'This record is no longer there', 'Make it again', 'Nothing needs a decision.'],
  ] as const)('is made again (%s)', async (language, title, make, done) => {
    setLanguage(language);
    await gone(m);
    open();
    expect(await said(title)).toContain('Соня Милева');
    await press(make);
    await screen.findByText(done);
    expect(await onServer('events', 'agreed')).toMatchObject(afternoon);
  });

  it('is let go only after asking', async () => {
    await gone(m);
    open();
    await press('Откажи се');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Откажи се' }));
    await over();
    expect((await recordStateOf(m.replica, 'events', 'agreed')).state).toBe('none');
  });
});
