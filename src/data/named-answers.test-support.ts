/** Makes a server in memory name the salon and the request in its answers, as the SQL functions do. */
import type { SyncServer } from '#sync/server/server.ts';

export function namingItsAnswers(server: SyncServer): SyncServer {
  const named = <T extends object>(salon_id: number, request: string | undefined, answer: T) => ({
    salon_id,
    request,
    ...answer,
  });
  return {
    async push(salonId, changes, epoch, signal, request) {
      const answer = await server.push(salonId, changes, epoch, signal);
      const verdicts = answer.verdicts.map((verdict, at) => ({ table: changes[at]?.table, id: changes[at]?.id, ...verdict }));
      return named(salonId, request, { ...answer, verdicts });
    },
    pull: async (salonId, cursors, limit, horizon, signal, request) =>
      named(salonId, request, await server.pull(salonId, cursors, limit, horizon, signal)),
    readEvents: async (salonId, from, to, clientId, signal, request) =>
      named(salonId, request, await server.readEvents(salonId, from, to, clientId, signal)),
    checksums: async (salonId, tables, signal, request) =>
      named(salonId, request, await server.checksums(salonId, tables, signal)),
    channel: (...asked) => server.channel(...asked),
  };
}
