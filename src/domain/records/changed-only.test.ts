import { expect, it } from 'vitest';
import { changedElsewhere, changedOnly } from './changed-only.ts';

it('keeps only what differs, emptied values among them', () => {
  const opened: { name: string; city: string | null } = { name: 'Мария', city: 'София' };
  expect(changedOnly(opened, { name: 'Мария', city: null })).toEqual({ city: null });
  expect(changedOnly(opened, { ...opened })).toEqual({});
});

it('what is different elsewhere is as it is there; a list read anew is no other list', () => {
  const opened: { notes: string; by: string[] | null } = { notes: '', by: ['maria'] };
  expect(changedElsewhere(opened, { notes: 'Обича кафе', by: ['maria'] })).toEqual({ notes: 'Обича кафе' });
  expect(changedElsewhere(opened, { ...opened, by: null })).toEqual({ by: null });
});
