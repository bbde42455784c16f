/**
 * Reading many documents by their ids. IndexedDB has no such question, and one request for each id costs a page's thread as much
 * where nothing is found. So ids go in groups of neighbours: first it is asked which keys lie between the ends of a group, then
 * what is there is read. What is found is the same.
 */
import type { DBCoreTable, Dexie } from 'dexie';

/** Ids that are asked for together, in their order. */
const NEIGHBOURS = 50;
/** With so many keys between the ends, each id is asked for by itself. */
const CROWD = 4 * NEIGHBOURS;
/** From one key to another (Dexie's `DBCoreRangeType`, which exists for the compiler alone). */
const RANGE = 2;

type Documents = Map<unknown, unknown>;

/** From now on this database's tables are asked so; their ids are texts. */
export function readManyAtOnce(db: Dexie): void {
  db.use({
    stack: 'dbcore',
    name: 'read-many',
    create: (core) => ({ ...core, table: (name) => atOnce(core.table(name)) }),
  });
}

function atOnce(table: DBCoreTable): DBCoreTable {
  const { primaryKey: index } = table.schema;
  return {
    ...table,
    async getMany(request) {
      const { trans, keys } = request;
      if (keys.length < NEIGHBOURS) return table.getMany(request);
      const found: Documents = new Map();
      const each = async (wanted: readonly unknown[]) => {
        const documents = await table.getMany({ ...request, keys: [...wanted] });
        for (const [at, key] of wanted.entries()) found.set(key, documents[at]);
      };
      const group = async (wanted: readonly unknown[]) => {
        const query = { index, range: { type: RANGE, lower: wanted[0], upper: wanted.at(-1) } };
        const { result: between } = await table.query({ trans, query, values: false, limit: CROWD });
        const existing = new Set(between);
        const present = between.length === CROWD ? wanted : wanted.filter((key) => existing.has(key));
        if (present.length > 0) await each(present);
      };
      const sorted = [...keys].sort();
      const groups: Promise<void>[] = [];
      for (let at = 0; at < sorted.length; at += NEIGHBOURS) groups.push(group(sorted.slice(at, at + NEIGHBOURS)));
      await Promise.all(groups);
      return keys.map((key) => found.get(key));
    },
  };
}
