import { expect, it } from 'vitest';
import { changedOnly } from './changed-only.ts';

it('keeps only what differs, emptied values among them', () => {
  const opened: { name: string; city: string | null } = { name: 'Мария', city: 'София' };
  expect(changedOnly(opened, { name: 'Мария', city: null })).toEqual({ city: null });
  expect(changedOnly(opened, { ...opened })).toEqual({});
});
