/** A server of static files for pages of the bench that need no backend. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Returns the address of the folder, without a slash at its end, and how to stop serving it. */
export async function serveFolder(folder: string): Promise<{ readonly url: string; stop(): void }> {
  const server = createServer(({ url = '/' }, answer) => {
    const file = path.join(folder, path.normalize(decodeURIComponent(new URL(url, 'http://bench').pathname)));
    if (!file.startsWith(folder) || !existsSync(file)) answer.writeHead(404).end();
    else
      answer.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' }).end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}
