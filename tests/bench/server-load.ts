/** Devices without a screen, many of them: each hears its salon's pokes and saves an appointment now and then. */
import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { type ClientOptions, WebSocket } from 'ws';
import { PUBLISHABLE_KEY } from '../../supabase/local/settings.ts';
import { tokenOf } from '../support/session-token.ts';
import type { TestBackend } from '../support/test-backend.ts';

/** One address may hold a hundred sockets; each of these stands for a salon's own line. */
const DEVICES_OF_ADDRESS = 80;

/** A device of this person, as from the n-th address of this machine. */
function clientOf(backend: TestBackend, token: string, address: number): SupabaseClient {
  class FromAddress extends WebSocket {
    constructor(url: string, protocols?: string | string[]) {
      super(url, protocols, { localAddress: `127.0.0.${2 + address}` } satisfies ClientOptions);
    }
  }
  return createClient(backend.url, PUBLISHABLE_KEY, {
    accessToken: async () => token,
    realtime: { transport: FromAddress as never },
  });
}

/** Milliseconds of one run, and what went wrong in it. */
export interface Load {
  readonly seconds: number;
  readonly saves: readonly number[];
  /** From a save to the poke on each other device of its salon. */
  readonly pokes: readonly number[];
  /** What a device that follows pulled after a poke. */
  readonly pulls: readonly number[];
  readonly errors: readonly string[];
}

interface Device {
  readonly salon: number;
  readonly client: SupabaseClient;
}

async function joined(client: SupabaseClient, salon: number, heard: (rev: number) => void): Promise<void> {
  await client.realtime.setAuth();
  const channel = client.channel(`salon:${salon}`, { config: { private: true } });
  channel.on('broadcast', { event: 'change' }, ({ payload }) => heard(Number(payload.rev)));
  await new Promise<void>((resolve, reject) =>
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve();
      else reject(error ?? new Error(status));
    }),
  );
}

/** A salon's saves: when each began and by which device, by the revision that it got; pokes that came before the answer wait here. */
class SalonSaves {
  private readonly begun = new Map<number, { readonly at: number; readonly by: Device }>();
  private readonly early = new Map<number, { readonly at: number; readonly device: Device }[]>();

  constructor(private readonly told: (ms: number) => void) {}

  saved(rev: number, at: number, by: Device): void {
    this.begun.set(rev, { at, by });
    for (const poke of this.early.get(rev) ?? []) this.poked(rev, poke.at, poke.device);
    this.early.delete(rev);
  }

  poked(rev: number, at: number, device: Device): void {
    const save = this.begun.get(rev);
    if (!save) this.early.set(rev, [...(this.early.get(rev) ?? []), { at, device }]);
    else if (save.by !== device) this.told(at - save.at);
  }
}

export interface LoadWish {
  readonly salons: readonly { readonly id: number; readonly userId: string; readonly employee: string }[];
  readonly devices: number;
  readonly seconds: number;
  /** Between two saves of a device, on average. */
  readonly pauseSeconds: number;
  /** Whether a device pulls when it hears of a save. */
  readonly follow?: boolean;
}

/** Pulls what is new since the last time; what is heard meanwhile is one more pull. */
function following({ client, salon }: Device, pulled: (ms: number) => void, failed: (why: string) => void): () => void {
  let cursors: Record<string, unknown> = { salons: [1, '~'] };
  let pulling = false;
  let again = false;
  const pull = async () => {
    const from = performance.now();
    const { data, error } = await client.rpc('pull_changes', { p_salon_id: salon, p_cursors: cursors, p_limit: 1000 });
    if (error) return failed(`pull: ${error.message}`);
    pulled(performance.now() - from);
    const { tables } = data as { tables: Record<string, { cursor: unknown }> };
    cursors = Object.fromEntries(Object.entries(tables).map(([name, { cursor }]) => [name, cursor]));
  };
  return () => {
    again = true;
    if (pulling) return;
    pulling = true;
    void (async () => {
      while (again) {
        again = false;
        await pull();
      }
      pulling = false;
    })();
  };
}

export async function underLoad(backend: TestBackend, wish: LoadWish): Promise<Load> {
  const { salons, devices, seconds, pauseSeconds, follow = false } = wish;
  const saves: number[] = [];
  const pokes: number[] = [];
  const pulls: number[] = [];
  const errors: string[] = [];
  const ofSalon = new Map(salons.map(({ id }) => [id, new SalonSaves((ms) => pokes.push(ms))]));
  const all: Device[] = [];
  for (let n = 0; n < devices; n++) {
    const salon = salons[n % salons.length];
    if (!salon) throw new Error('no salon');
    const client = clientOf(backend, await tokenOf(backend.sql, salon.userId), Math.floor(n / DEVICES_OF_ADDRESS));
    const device = { salon: salon.id, client };
    const look = following(
      device,
      (ms) => pulls.push(ms),
      (why) => errors.push(why),
    );
    await joined(client, salon.id, (rev) => {
      ofSalon.get(salon.id)?.poked(rev, performance.now(), device);
      if (follow) look();
    });
    all.push(device);
  }
  const end = performance.now() + seconds * 1000;
  const save = async (device: Device, n: number) => {
    const salon = salons[n % salons.length];
    const start = Date.UTC(2031, 0, 1) + Math.floor(Math.random() * 1e6) * 60_000;
    const times = { start_time: new Date(start).toISOString(), end_time: new Date(start + 1_800_000).toISOString() };
    const doc = { resource_id: salon?.employee, title: 'Проба', status: 'booked', type: 'appointment', ...times };
    const at = performance.now();
    const { data, error } = await device.client.rpc('push_changes', {
      p_salon_id: device.salon,
      p_changes: [{ table: 'events', id: randomUUID(), base_rev: 0, doc }],
    });
    const verdict = (data as { verdicts?: { v: string; rev: number }[] } | null)?.verdicts?.[0];
    if (error || verdict?.v !== 'applied') errors.push(error?.message ?? JSON.stringify(verdict));
    else {
      saves.push(performance.now() - at);
      ofSalon.get(device.salon)?.saved(verdict.rev, at, device);
    }
  };
  const from = performance.now();
  await Promise.all(
    all.map(async (device, n) => {
      const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 2 * pauseSeconds * 1000));
      for (await pause(); performance.now() < end; await pause()) await save(device, n);
    }),
  );
  const took = (performance.now() - from) / 1000;
  await Promise.all(all.map(({ client }) => client.removeAllChannels()));
  for (const { client } of all) await client.realtime.disconnect();
  return { seconds: took, saves, pokes, pulls, errors };
}
