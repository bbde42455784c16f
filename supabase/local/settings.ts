/** The settings of the environment, read once, and the constants beside them. */
import type { BlockList } from 'node:net';
import path from 'node:path';
import { isLoopback } from './http/allowed-hosts.ts';
import { proxyList } from './http/client-address.ts';

export const SEEDS = ['demo', 'test', 'none'] as const;
export type SeedName = (typeof SEEDS)[number];

export interface Settings {
  port: number;
  host: string;
  publicUrl: string | undefined;
  /** True if other machines are meant to reach it; then no account may have a password that everybody knows. */
  isPublic: boolean;
  /** Reverse proxies whose X-Forwarded-For is believed; null: none. */
  proxies: BlockList | null;
  dataFolder: string;
  /** Undefined: demo, if the embedded database is new and not public (seed.ts). */
  seed: SeedName | undefined;
  /** The day around which the seed is built, yyyy-MM-dd; undefined: today. */
  today: string | undefined;
  databaseUrl: string | undefined;
  dist: string;
  tokenLifetime: number;
  signInAttempts: number;
  /** True if the start prints the connection string of the database with its password. */
  showDatabase: boolean;
  /** Number of nightly backups that are kept; 0: none is made. */
  nightlyBackups: number;
  /** True if the database was restored from a backup since the last start. */
  restored: boolean;
}

export const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * The publishable key of every local backend. Each browser holds it, so it is no secret. It is a constant, so that one build of
 * the app fits every data folder; the app's own default is the same text.
 */
export const PUBLISHABLE_KEY = 'sb_publishable_localdevlocaldevlocalde';

/** A setting cannot be used. The person at the console reads the message. */
export class SettingError extends Error {}

function numberIn(env: NodeJS.ProcessEnv, name: string, fallback: number, max: number): number {
  const text = env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > max) throw new SettingError(`${name} must be a number from 0 to ${max}.`);
  return value;
}

function proxiesIn(text: string | undefined): BlockList | null {
  if (!text) return null;
  const list = proxyList(text);
  if (!list) throw new SettingError('GREBEN_PROXY must be addresses of reverse proxies, such as 127.0.0.1 or 10.0.0.0/8.');
  return list;
}

/**
 * Reads the settings.
 * @throws SettingError
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const seed = env.GREBEN_SEED || undefined;
  if (seed && !SEEDS.some((name) => name === seed)) throw new SettingError(`GREBEN_SEED must be one of ${SEEDS.join(', ')}.`);
  const today = env.GREBEN_TODAY || undefined;
  if (today && !/^\d{4}-\d\d-\d\d$/.test(today)) throw new SettingError('GREBEN_TODAY must be a date, yyyy-MM-dd.');
  const publicUrl = env.PUBLIC_URL || undefined;
  if (publicUrl && !URL.canParse(publicUrl))
    throw new SettingError('PUBLIC_URL must be an address such as https://salon.example.');
  const host = env.HOST || '127.0.0.1';
  const proxies = proxiesIn(env.GREBEN_PROXY);
  return {
    port: numberIn(env, 'PORT', 4173, 65_535),
    host,
    publicUrl: publicUrl?.replace(/\/$/, ''),
    isPublic: publicUrl !== undefined || proxies !== null || !isLoopback(host),
    proxies,
    dataFolder: path.resolve(ROOT, env.GREBEN_DATA || '.greben'),
    seed: seed as SeedName | undefined,
    today,
    databaseUrl: env.DATABASE_URL || undefined,
    dist: path.resolve(ROOT, env.GREBEN_DIST || 'dist'),
    tokenLifetime: numberIn(env, 'GREBEN_TOKEN_LIFETIME', 3600, 7 * 24 * 3600),
    signInAttempts: numberIn(env, 'GREBEN_SIGN_IN_ATTEMPTS', 10, 1_000_000),
    showDatabase: env.GREBEN_SHOW_DATABASE === '1',
    nightlyBackups: numberIn(env, 'GREBEN_NIGHTLY_BACKUPS', 0, 10_000),
    restored: env.GREBEN_RESTORED === '1',
  };
}
