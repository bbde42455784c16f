/** fake-indexeddb has no "clear site data": its databases are taken out of the factory, and their connections end as forced. */
import { forceCloseDatabase, type IDBFactory } from 'fake-indexeddb';

type Connection = Parameters<typeof forceCloseDatabase>[0];
interface Internals {
  readonly _databases: Map<string, { readonly connections: readonly Connection[] }>;
}

export function clearDatabases(factory: IDBFactory): void {
  const { _databases: databases } = factory as unknown as Internals;
  const connections = [...databases.values()].flatMap((database) => [...database.connections]);
  databases.clear();
  for (const connection of connections) forceCloseDatabase(connection);
}
