/**
 * Revisions that this device does not keep (its horizon: 13 months), read from the server when somebody asks for them.
 * Promises: what was read stays in memory as long as the replica is open, also when the line goes; nothing is called empty
 * that was not read; a year is read whole or not at all.
 */

import { useState } from 'react';
import { BehaviorSubject, type Observable } from 'rxjs';
import type { OpenReplica } from '#data/open-replica.ts';
import { AuthProblem } from '#data/session/auth-errors.ts';
import { dataProblem } from '#data/session/portal-guard.ts';
import type { Session } from '#data/session/session.ts';
import type { RevisionRecord } from '#domain/stock/past-counts.ts';
import { useReplica, useSession } from '#features/shared/use-replica.ts';
import { useLive } from '#ui/timing/use-live.ts';

type Client = Awaited<ReturnType<Session['client']>>;

interface OlderRevisions {
  readonly rows: readonly RevisionRecord[];
  /** ISO UTC: everything since then is here or on the device. */
  readonly since: string;
  /** Device clock, ISO UTC: when the newest of it was read. */
  readonly readAt: string;
  /** The salon has nothing older. */
  readonly isAll: boolean;
}

/** So much is read at a time. */
const STRETCH_MS = 365 * 24 * 3_600_000;
/** Rows of one answer. Hosted servers may give fewer, never more. */
const PAGE = 1000;

const memory = new WeakMap<OpenReplica, BehaviorSubject<OlderRevisions | null>>();
function memoryOf(replica: OpenReplica): BehaviorSubject<OlderRevisions | null> {
  const known = memory.get(replica) ?? new BehaviorSubject<OlderRevisions | null>(null);
  memory.set(replica, known);
  return known;
}

/** The older revisions read so far; null: none yet. */
const olderRevisions$ = (replica: OpenReplica): Observable<OlderRevisions | null> => memoryOf(replica);

interface Asked {
  retry(enabled: boolean): PromiseLike<{ data: unknown; error: { message: string } | null; status: number }>;
}

async function rowsOf(query: Asked): Promise<RevisionRecord[]> {
  // The library's own retries would hold the screen for seconds without a line.
  const { data, error, status } = await query.retry(false);
  if (error) throw dataProblem(error, status);
  if (!Array.isArray(data)) throw new AuthProblem('the answer holds no rows', 'network');
  return (data as RevisionRecord[]).map((row) => ({ ...row, created_at: new Date(row.created_at ?? 0).toISOString() }));
}

const before = (client: Client, salonId: number, until: string) =>
  client
    .from('product_revisions')
    .select('id,product_id,old_quantity,new_quantity,difference,user_id,created_at')
    .eq('salon_id', salonId)
    .eq('deleted', false)
    .lt('created_at', until)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false });

const newestBefore = async (client: Client, salonId: number, until: string): Promise<string | null> =>
  (await rowsOf(before(client, salonId, until).range(0, 0)))[0]?.created_at ?? null;

/**
 * Reads one more year of what is older than the device keeps, beginning at the newest revision there is.
 * @param horizon ISO UTC: from when on the device keeps them itself
 * @throws AuthProblem also where something else than our server has answered
 */
async function readOlderRevisions(replica: OpenReplica, client: Client, horizon: string): Promise<void> {
  const subject = memoryOf(replica);
  const { salonId } = replica;
  const known = subject.value;
  const until = known?.since ?? horizon;
  const newest = await newestBefore(client, salonId, until);
  const rows: RevisionRecord[] = [];
  const since = newest === null ? until : new Date(Date.parse(newest) - STRETCH_MS).toISOString();
  while (newest !== null) {
    const page = await rowsOf(
      before(client, salonId, until)
        .gte('created_at', since)
        .range(rows.length, rows.length + PAGE - 1),
    );
    if (page.length === 0) break;
    rows.push(...page);
  }
  const isAll = newest === null || (await newestBefore(client, salonId, since)) === null;
  subject.next({ rows: [...(known?.rows ?? []), ...rows], since, readAt: new Date().toISOString(), isAll });
}

export interface OlderReading {
  /** ISO UTC: from when on this device keeps revisions; null before the first sync. */
  horizon: string | null;
  older: OlderRevisions | null;
  busy: boolean;
  /** Why the last reading failed. */
  failure: string | null;
  read: () => void;
}

/** Returns the revisions that are too old for this device, read from the server, and a function that reads more of them. */
export function useOlderRevisions(): OlderReading {
  const replica = useReplica();
  const session = useSession();
  const horizon = useLive(() => replica.horizon$, [replica]) ?? null;
  const older = useLive(() => olderRevisions$(replica), [replica]) ?? null;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const read = async () => {
    if (horizon === null) return;
    setBusy(true);
    setFailure(null);
    try {
      await readOlderRevisions(replica, await session.client(), horizon);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return { horizon, older, busy, failure, read: () => void read() };
}
