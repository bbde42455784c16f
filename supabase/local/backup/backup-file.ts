/**
 * The file of a backup: gzip, followed by the SHA-256 of all that comes before. So a file that was cut short or altered anywhere
 * is refused; `zcat` can read a backup and warns of the last 32 bytes. It holds text, one JSON object a line:
 *
 * {"greben":"backup","format":1,…}                     the header
 * {"table":{"schema":"public","name":"clients",…}}     then its rows, as COPY writes them, up to a line `\.`
 * {"rows":1234}
 * {"sequence":{…}}
 * {"end":true}
 *
 * Promises: a file gets its name only when it is whole and on the disk; a reader needs memory for one row only.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { flushFolder } from '#local/atomic-write.ts';
import type { AppliedMigration } from '#local/postgres/migrate.ts';
import type { StoredSequence, StoredTable } from './stored-tables.ts';

/** The reason why there is no backup, or why nothing was restored: a sentence for the person at the console. */
export class BackupError extends Error {}

/** The secret of the devices' sessions. The database's password is not kept, because a restored cluster gets its own. */
export interface KeptSecrets {
  jwtSecret: string;
}

export interface BackupHeader {
  greben: 'backup';
  format: number;
  /** The version of Greben that made it. */
  version: string;
  /** The moment of the snapshot, ISO UTC. */
  at: string;
  /** PostgreSQL's version. */
  postgres: string;
  migrations: AppliedMigration[];
  /** Null if the data folder of the database lies elsewhere. */
  secrets: KeptSecrets | null;
}

export type BackupPart =
  | { table: StoredTable; rows: AsyncIterable<Buffer> }
  | { rows: number }
  | { sequence: StoredSequence }
  | { end: true };

export const FORMAT = 1;
const DIGEST_BYTES = 32;
const BATCH_BYTES = 64 * 1024;
const ROWS_END = '\\.\n';

/** Writes a time as a part of a file name. */
export const stamp = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** Returns the name of a file until it is whole; the number is that of the process that writes it. */
const unfinishedName = (file: string): string => `${file}.${process.pid}.unfinished`;

const hashed = () => {
  const hash = createHash('sha256');
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      done(null, hash.digest());
    },
  });
};

export interface BackupWriter {
  line(what: object): Promise<void>;
  rows(chunk: Buffer): Promise<void>;
  rowsEnd(): Promise<void>;
}

/**
 * Writes a file through `fill`. If `fill` throws, the unfinished file is removed and the error passed on.
 * @throws BackupError if the file exists already: it may be the only good one
 */
export async function writeBackupFile(file: string, fill: (to: BackupWriter) => Promise<void>): Promise<void> {
  if (existsSync(file)) throw new BackupError(`${file} is there already and is not overwritten: name another file.`);
  const unfinished = unfinishedName(file);
  const gzip = createGzip();
  const written = pipeline(gzip, hashed(), createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }));
  written.catch(() => undefined); // the next write reports it
  let batch: Buffer[] = [];
  let bytes = 0;
  const flush = async () => {
    const chunk = Buffer.concat(batch);
    batch = [];
    bytes = 0;
    if (gzip.destroyed) await written;
    if (!gzip.write(chunk)) await Promise.race([once(gzip, 'drain'), written]);
  };
  const add = async (chunk: Buffer) => {
    batch.push(chunk);
    bytes += chunk.length;
    if (bytes >= BATCH_BYTES) await flush();
  };
  try {
    await fill({
      line: (what) => add(Buffer.from(`${JSON.stringify(what)}\n`)),
      rows: add,
      rowsEnd: () => add(Buffer.from(ROWS_END)),
    });
    await flush();
    gzip.end();
    await written;
    await rename(unfinished, file);
    flushFolder(path.dirname(file));
  } catch (error) {
    gzip.destroy();
    await written.catch(() => undefined);
    const { code } = error as NodeJS.ErrnoException;
    // No other process has our number, so the unfinished file is ours, unless it was there before us.
    if (code !== 'EEXIST') await rm(unfinished, { force: true });
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') throw new BackupError(`There is no room for ${file}.`);
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EROFS' || code === 'ENOTDIR')
      throw new BackupError(`${file} cannot be written (${code}).`);
    throw error;
  }
}

/**
 * Returns the number of bytes before the checksum.
 * @throws BackupError unless the file is as it was written
 */
async function mustBeWhole(file: string): Promise<number> {
  const notWhole = new BackupError(`${file} is not a whole backup of Greben: it was cut short or altered, or is another file.`);
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`${file} cannot be read (${error.code}).`);
  });
  try {
    const { size } = await handle.stat();
    if (size <= DIGEST_BYTES) throw notWhole;
    const end = size - DIGEST_BYTES;
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(file, { end: end - 1 })) hash.update(chunk as Buffer);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(DIGEST_BYTES), 0, DIGEST_BYTES, end);
    if (bytesRead !== DIGEST_BYTES || !hash.digest().equals(buffer)) throw notWhole;
    return end;
  } finally {
    await handle.close();
  }
}

/** Reads lines of JSON and, between them, rows. A line of `\.` ends the rows; COPY escapes a row that holds these characters. */
class Lines {
  private held: Buffer = Buffer.alloc(0);
  private readonly chunks: AsyncIterator<Buffer>;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.chunks = chunks[Symbol.asyncIterator]();
  }

  private async more(): Promise<void> {
    const { value, done } = await this.chunks.next();
    if (done) throw new Error('The contents of the backup end too early');
    this.held = this.held.length > 0 ? Buffer.concat([this.held, value]) : value;
  }

  async json(): Promise<Record<string, unknown>> {
    let end = this.held.indexOf('\n');
    for (; end < 0; end = this.held.indexOf('\n')) await this.more();
    const line = this.held.toString('utf8', 0, end);
    this.held = this.held.subarray(end + 1);
    return JSON.parse(line) as Record<string, unknown>;
  }

  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      while (this.held.length < ROWS_END.length) await this.more();
      const atOnce = this.held.subarray(0, ROWS_END.length).equals(Buffer.from(ROWS_END));
      const found = atOnce ? 0 : this.held.indexOf(`\n${ROWS_END}`) + 1;
      const whole = atOnce || found > 0 ? found : this.held.lastIndexOf('\n') + 1;
      if (whole > 0) yield this.held.subarray(0, whole);
      this.held = this.held.subarray(whole);
      if (atOnce || found > 0) {
        this.held = this.held.subarray(ROWS_END.length);
        return;
      }
      if (whole === 0) await this.more();
    }
  }

  close(): void {
    void this.chunks.return?.();
  }
}

/**
 * Returns the header; null if it is not ours. A checksum proves that nothing broke, but not who wrote the file, so only a valid
 * secret is passed on.
 */
function headerIn(said: unknown): BackupHeader | null {
  const { greben, format, migrations, secrets, ...more } = { ...(said as Partial<BackupHeader>) };
  if (greben !== 'backup' || typeof format !== 'number' || !Array.isArray(migrations)) return null;
  const jwtSecret: unknown = secrets?.jwtSecret;
  if (secrets && (typeof jwtSecret !== 'string' || jwtSecret === '')) return null;
  const ownSecrets = secrets ? { jwtSecret: secrets.jwtSecret } : null;
  return { ...(more as Omit<BackupHeader, 'secrets'>), greben, format, migrations, secrets: ownSecrets };
}

export interface OpenedBackup {
  readonly header: BackupHeader;
  /** The parts in order, once. The rows of a table must be read before the next part. */
  parts(): AsyncGenerator<BackupPart>;
}

/**
 * Opens a backup file after checking that it is whole.
 * @throws BackupError if it is not, or if a later version made it
 */
export async function openBackupFile(file: string): Promise<OpenedBackup> {
  const end = await mustBeWhole(file);
  const lines = () => new Lines(createReadStream(file, { end: end - 1 }).pipe(createGunzip()) as AsyncIterable<Buffer>);
  const first = lines();
  const header = headerIn(await first.json().catch(() => null));
  first.close();
  if (!header) throw new BackupError(`${file} is no backup of Greben.`);
  if (header.format > FORMAT)
    throw new BackupError(`${file} was made by a later version of Greben (${header.version}): restore it with that version.`);
  return {
    header,
    async *parts() {
      const all = lines();
      await all.json();
      for (let part: BackupPart | null = null; !(part && 'end' in part); yield part) {
        const said = (await all.json()) as BackupPart;
        part = 'table' in said ? { ...said, rows: all.rows() } : said;
      }
    },
  };
}
