/**
 * Finds and makes the clients of imported appointments. A client who was new when the file was planned may exist by the time it
 * is written, because another import, another tab or another device has made it. So each client is looked for again, in the same
 * order as in the plan (`entryClientFinder`): by phone, by e-mail, by the id that follows from the entry, and by a name that only
 * one client has.
 */
import { newClientChange } from '#data/clients.commands.ts';
import { insideOf } from '#data/inside-replica.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { importedClientId } from '#domain/imports/appointments/appointment-ids.ts';
import type { PlannedClient } from '#domain/imports/appointments/planned-appointment.ts';
import { phoneKey } from '#domain/people/client-duplicates.ts';
import { isEmail } from '#domain/people/email.ts';
import { survivorOf } from '#domain/people/merged-clients.ts';
import { clientName } from '#domain/people/names.ts';
import { nationalDigits } from '#domain/people/search.ts';
import { isWalkIn } from '#domain/people/walk-in.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { Change } from '#sync/replica.ts';
import { storedWhere } from '#sync/storage/rxdb/storage-reads.ts';

type Client = LocalRow<'clients'>;

/** Finds and makes the planned clients of one import. */
export interface ClientsOfImport {
  /** Reads the rows of these clients in one go, before they are found or made. @throws what the storage threw */
  lookFor(planned: readonly PlannedClient[]): Promise<void>;
  /** Returns the id of the existing client for a planned one; null if there is none. @throws what the storage threw */
  find(planned: PlannedClient): Promise<string | null>;
  /** Returns the change that makes the client. From then on `find` returns this client. @throws what the storage threw */
  make(planned: PlannedClient): Promise<Change & { readonly id: string }>;
}

/** The number of further ids that are tried for one client, because the id of an erased client is never used again. */
const MOST_AGAIN = 20;

const phoneOf = (phone: string | null): string => (phoneKey(phone) === '' ? '' : nationalDigits(phone ?? ''));
const nameOf = (name: string): string => name.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();

/** The number of clients that one task of the page's thread looks at. */
const AT_A_TIME = 500;
const breath = () => new Promise<void>((done) => setTimeout(done));

/** A client who was found. */
interface Found {
  /** For a merged client, the id of the one that it was merged into. */
  readonly id: string;
  readonly name: string;
  readonly phone: string;
}

/** The salon's clients, by each of the ways in which they are found. */
interface Known {
  readonly byId: ReadonlyMap<string, Pick<Client, 'id' | 'merged_into'>>;
  readonly byPhone: Map<string, Found[]>;
  readonly byEmail: Map<string, Found[]>;
  /** The value is null if several clients have the name. */
  readonly byName: Map<string, Found | null>;
}

function add({ byPhone, byEmail, byName }: Known, one: Found, email: string | null): void {
  const sharing = [
    [byPhone, one.phone],
    [byEmail, email?.toLowerCase() ?? ''],
  ] as const;
  for (const [to, key] of sharing) {
    const others = to.get(key) ?? [];
    if (key !== '' && !others.some(({ id }) => id === one.id))
      to.set(
        key,
        [...others, one].sort((a, b) => (a.id < b.id ? -1 : 1)),
      );
  }
  const named = byName.get(one.name);
  if (one.name !== '') byName.set(one.name, named === undefined || named?.id === one.id ? one : null);
}

async function readClients(replica: OpenReplica): Promise<Known> {
  const clients = await storedWhere<'clients'>(insideOf(replica).rows.clients, { deleted: false });
  const byId = new Map(clients.map((client) => [client.id, client]));
  const known: Known = { byId, byPhone: new Map(), byEmail: new Map(), byName: new Map() };
  for (const [n, client] of clients.entries()) {
    if (n % AT_A_TIME === AT_A_TIME - 1) await breath();
    if (isWalkIn(client.id)) continue;
    const id = survivorOf(client.id, (at) => byId.get(at));
    const name = client.name || client.first_name || client.last_name ? nameOf(clientName(client)) : '';
    add(known, { id, name, phone: phoneOf(client.phone) }, client.email);
  }
  return known;
}

/** The state of a client's id. The id of an erased client stays `erased` for ever. */
type Standing = 'there' | 'free' | 'erased';

/** Returns the finder and maker of one import's clients. It reads the salon's clients once, when it looks for the first. */
export function clientsOfImport(replica: OpenReplica): ClientsOfImport {
  const standing = new Map<string, Standing>();
  let reading: Promise<Known> | null = null;
  const known = () => {
    reading ??= readClients(replica);
    return reading;
  };

  async function look(ids: readonly string[]): Promise<void> {
    const unknown = ids.filter((id) => !standing.has(id));
    if (unknown.length === 0) return;
    const rows = await insideOf(replica).keptRows('clients', unknown);
    for (const id of unknown) {
      const row = rows.get(id);
      standing.set(id, !row ? 'free' : row.erased_at !== null ? 'erased' : row.deleted ? 'free' : 'there');
    }
  }

  /** Returns the first id of a planned client under which nobody was erased. */
  async function ownId(planned: PlannedClient): Promise<string> {
    for (let again = 0; ; again++) {
      const id = again === 0 ? planned.id : importedClientId(planned, again);
      await look([id]);
      if (standing.get(id) !== 'erased' || again === MOST_AGAIN) return id;
    }
  }

  return {
    lookFor: (planned) => look(planned.map(({ id }) => id)),
    async find(planned) {
      const { byId, byPhone, byEmail, byName } = await known();
      const [phone, name] = [phoneOf(planned.phone), nameOf(planned.name)];
      const sharing = phone === '' ? [] : (byPhone.get(phone) ?? []);
      const phoned = sharing.find((one) => one.name === name) ?? sharing[0];
      if (phoned) return phoned.id;
      const [mailed] = planned.email ? (byEmail.get(planned.email.toLowerCase()) ?? []) : [];
      if (mailed) return mailed.id;
      const id = await ownId(planned);
      if (standing.get(id) === 'there') return survivorOf(id, (at) => byId.get(at));
      const only = byName.get(name);
      const isOther = phone !== '' && only?.phone !== '';
      return only && !isOther ? only.id : null;
    },
    async make(planned) {
      const id = await ownId(planned);
      const email = planned.email && isEmail(planned.email) ? planned.email : null;
      const name = planned.name || planned.phone || planned.email || '';
      const { change } = newClientChange({ id, name, phone: planned.phone, email });
      standing.set(id, 'there');
      add(await known(), { id, name: nameOf(name), phone: phoneOf(planned.phone) }, email);
      return { table: 'clients', id, change: { ...change, deleted: false } } as Change & { readonly id: string };
    },
  };
}
