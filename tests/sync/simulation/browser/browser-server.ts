/** Serves the page of a simulated tab on 127.0.0.1, bundled anew from the engine's own sources, and hears its traps. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { TRAP_PATH } from './browser-messages.ts';

const HTML = '<!doctype html><html lang="en"><title>A simulated tab</title><script type="module" src="/page.js"></script></html>';

async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('browser-page.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    logLevel: 'warning',
  });
  const [script] = outputFiles;
  if (!script) throw new Error('the page was not bundled');
  return script.text;
}

/** A tab's script stands still at this storage step; it gets no answer. */
export type Trapped = (at: string) => void;

export class PageServer {
  private readonly traps = new Map<string, Trapped>();
  private readonly waiting = new Set<ServerResponse>();
  private count = 0;

  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  static async start(): Promise<PageServer> {
    const script = await bundled();
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    const pages = new PageServer(server, `http://127.0.0.1:${port}`);
    server.on('request', (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', pages.origin);
      if (pathname === TRAP_PATH) {
        pages.waiting.add(response);
        pages.traps.get(searchParams.get('tab') ?? '')?.(searchParams.get('at') ?? '');
      } else if (pathname === '/page.js') response.setHeader('content-type', 'text/javascript').end(script);
      else if (pathname === '/') response.setHeader('content-type', 'text/html').end(HTML);
      else response.writeHead(404).end();
    });
    return pages;
  }

  /** The address of a tab's page. */
  addressFor(trapped: Trapped): string {
    const tab = String(++this.count);
    this.traps.set(tab, trapped);
    return `${this.origin}/?tab=${tab}`;
  }

  async stop(): Promise<void> {
    for (const response of this.waiting) response.destroy();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
