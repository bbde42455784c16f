/** Devices in worker threads. The device's code is bundled once a run: starting tsx in each worker would cost seconds. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build, type Plugin } from 'esbuild';
import type { DeviceCommand, DeviceHost, DeviceReport } from '../protocol.ts';

export interface DeviceBundle {
  readonly file: string;
  remove(): void;
}

const FORM = 'export const LOCAL_VERSION = fingerprint();';

/** One realm runs several versions of the app one after the other, on one disk: the local schema version's name can be changed. */
const versions: Plugin = {
  name: 'versions',
  setup({ onLoad }) {
    onLoad({ filter: /sync[/\\]storage[/\\]replica-name\.ts$/ }, ({ path: file }) => {
      const text = readFileSync(file, 'utf8');
      if (!text.includes(FORM))
        throw new Error('sync/storage/replica-name.ts no longer names the local schema version as the simulation knows it');
      const changing = `const OWN = fingerprint();
        export let LOCAL_VERSION = OWN;
        Object.assign(globalThis, { takeLocalVersion(form: string) { LOCAL_VERSION = OWN + form; } });`;
      return { contents: text.replace(FORM, changing), loader: 'ts' };
    });
  },
};

/** `plugins`: how a mutant changes the engine on its way into the bundle. */
export async function bundleDevice(plugins: readonly Plugin[] = []): Promise<DeviceBundle> {
  const folder = mkdtempSync(path.join(tmpdir(), 'greben-device-'));
  const file = path.join(folder, 'device.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('device-worker.ts', import.meta.url))],
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
    plugins: [...plugins, versions],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function workerHost(bundle: Pick<DeviceBundle, 'file'>): DeviceHost {
  // A bundle needs no loader: inheriting tsx doubled the time of a start.
  const worker = new Worker(bundle.file, { execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: 128 } });
  const waiting = new Map<number, { resolve: (report: DeviceReport) => void; reject: (error: Error) => void }>();
  let ids = 0;
  worker.on('message', (told: string) => {
    const { id, report, error } = JSON.parse(told) as { id: number; report?: DeviceReport; error?: string };
    const asked = waiting.get(id);
    waiting.delete(id);
    if (report) asked?.resolve(report);
    else asked?.reject(new Error(error));
  });
  worker.on('error', (error: unknown) => {
    for (const { reject } of waiting.values()) reject(error instanceof Error ? error : new Error(String(error)));
    waiting.clear();
  });
  return {
    do: (command: DeviceCommand) =>
      new Promise((resolve, reject) => {
        const id = ++ids;
        waiting.set(id, { resolve, reject });
        // As text: half the time of a structured clone.
        worker.postMessage(JSON.stringify({ id, command }));
      }),
    async end() {
      await worker.terminate();
    },
  };
}
