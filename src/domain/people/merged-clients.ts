/**
 * Merged duplicates. Only the `merged_into` of the merged client is written, and reads follow it
 * (src/README.md, “Erasing a client”).
 */
import type { Client } from '#schemas/clients.ts';

type Merging = Pick<Client, 'id' | 'merged_into'>;

/**
 * Returns the id of the client that this one was merged into. It follows chains; a cycle made by two devices ends at its smallest
 * id, wherever it is entered. An unknown id stands for itself.
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
