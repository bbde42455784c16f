/** Merged duplicates: only the loser's `merged_into` is written, and reading follows it (src/README.md, “Erasing a client”). */
import type { Client } from '#schemas/clients.ts';

type Merging = Pick<Client, 'id' | 'merged_into'>;

/**
 * The id of the client that stands for this one now. Chains are followed; a cycle that two devices made ends at its smallest
 * id, whichever member one comes from. An id that is not known stands for itself.
 */
export function survivorOf(id: string, client: (id: string) => Merging | undefined): string {
  const path: string[] = [];
  let at = id;
  while (!path.includes(at)) {
    path.push(at);
    const next = client(at)?.merged_into;
    if (!next) return at;
    at = next;
  }
  return path.slice(path.indexOf(at)).sort()[0] ?? at;
}
