/** A person comes into a salon over HTTP, works there and goes: what the app hears, with its hints, from the embedded backend. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBackend, TEST_ACCOUNTS, type TestBackend } from '../../support/test-backend.ts';
import { anonymousClient, signedIn } from '../../support/test-client.ts';

const SALON = 1;
let backend: TestBackend;
let owner: SupabaseClient;
let staff: SupabaseClient;
let newcomer: SupabaseClient;
beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
  const clients = ['owner', 'staff', 'newcomer'] as const;
  [owner, staff, newcomer] = (await Promise.all(clients.map((name) => signedIn(backend.url, TEST_ACCOUNTS[name].email)))) as [
    SupabaseClient,
    SupabaseClient,
    SupabaseClient,
  ];
});
afterAll(() => backend.stop());

const invited = async (role = 'staff') => {
  const { data, error } = await owner.rpc('invite', { p_salon_id: SALON, p_role: role, p_resource_id: null, p_note: null });
  if (error) throw new Error(error.message);
  return data as { id: string; code: string; expires_at: string };
};
/** Status, SQLSTATE and hint. */
const said = async (call: PromiseLike<{ status: number; error: unknown }>) => {
  const { status, error } = await call;
  const { code, hint } = (error ?? {}) as { code?: string; hint?: string };
  return [status, code, hint];
};

it('a stranger sees whose invitation a code is, and reaches nothing else of the people', async () => {
  const { code } = await invited('manager');
  const stranger = anonymousClient(backend.url);
  const { data } = await stranger.rpc('look_at_invitation', { p_code: code });
  expect(data).toMatchObject({ state: 'open', role: 'manager', name_bg: 'Студио Къдрица', by: 'Мария Петрова' });
  const wrong = await stranger.rpc('look_at_invitation', { p_code: 'K7QF-2M9T-XR4D-8HPW' });
  expect(wrong.data).toEqual({
    ...{ state: 'unknown', role: null, salon_id: null, name_bg: null, name_en: null, by: null, expires_at: null },
  });
  expect((await said(stranger.rpc('redeem_invitation', { p_code: code, p_name: 'x' })))[0]).toBe(401);
  expect((await said(stranger.rpc('salon_people', { p_salon_id: SALON })))[0]).toBe(401);
});

it('refusals come with their hint', async () => {
  const { code, id } = await invited();
  const ask = (client: SupabaseClient, role: string, note: string | null = null) =>
    said(client.rpc('invite', { p_salon_id: SALON, p_role: role, p_resource_id: null, p_note: note }));
  expect(await ask(staff, 'staff')).toEqual([403, '42501', 'right']);
  expect(await ask(newcomer, 'staff')).toEqual([403, '42501', 'membership']);
  expect(await ask(owner, 'owner')).toEqual([400, '22023', 'role']);
  expect(await ask(owner, 'staff', 'x'.repeat(81))).toEqual([400, '22023', 'note']);
  expect(await said(newcomer.rpc('redeem_invitation', { p_code: 'x', p_name: 'x' }))).toEqual([400, 'P0001', 'unknown']);
  expect(await said(staff.rpc('redeem_invitation', { p_code: code, p_name: 'x' }))).toEqual([400, 'P0001', 'member']);
  await owner.rpc('withdraw_invitation', { p_id: id });
  expect(await said(newcomer.rpc('redeem_invitation', { p_code: code, p_name: 'x' }))).toEqual([400, 'P0001', 'withdrawn']);
});

it('a person joins, works by their role, is removed and reaches nothing any more', async () => {
  const { code } = await invited();
  const joined = await newcomer.rpc('redeem_invitation', { p_code: code.toLowerCase(), p_name: 'Нова' });
  expect(joined.data).toEqual({ salon_id: SALON, role: 'staff' });
  const pulled = await newcomer.rpc('pull_changes', { p_salon_id: SALON });
  expect(pulled.data).toMatchObject({ you: { role: 'staff', resource_id: null } });
  const device = '5a7e1f0c-0000-4000-8000-000000000001';
  const report = { p_salon_id: SALON, p_device: device, p_name: 'Chrome', p_app: '1', p_rev: 1, p_unsent: 0, p_visible: true };
  expect((await newcomer.rpc('report_device', report)).data).toEqual({ every: 600 });
  const push = {
    p_salon_id: SALON,
    p_changes: [
      { table: 'services', id: 'new-service', base_rev: 0, doc: { name: 'Нова' } },
      { table: 'clients', id: 'new-client', base_rev: 0, doc: { first_name: 'Ива' } },
    ],
    p_device: device,
  };
  const pushed = await newcomer.rpc('push_changes', push);
  expect((pushed.data as { verdicts: unknown[] }).verdicts).toMatchObject([
    { v: 'rejected', code: '42501', constraint: 'role', columns: null },
    { v: 'applied' },
  ]);
  await owner.rpc('remove_person', { p_salon_id: SALON, p_user_id: TEST_ACCOUNTS.newcomer.id });
  for (const [name, args] of [
    ['push_changes', push],
    ['pull_changes', { p_salon_id: SALON }],
    ['salon_people', { p_salon_id: SALON }],
    ['report_device', report],
  ] as const)
    expect(await said(newcomer.rpc(name, args)), name).toEqual([403, '42501', 'membership']);
});
