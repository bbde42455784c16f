import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const routerFile = (name: string) =>
  fileURLToPath(new URL(`./node_modules/react-router/dist/production/${name}`, import.meta.url));

/**
 * How RxDB's tabs would speak with each other where a browser has no BroadcastChannel. Each that Greben works in has it
 * (src/app/boot/browsers.ts), and the package broadcast-channel takes it before these.
 */
const WITHOUT_BROADCAST_CHANNEL = /broadcast-channel\/dist\/esbrowser\/methods\/(?:indexed-db|localstorage|simulate)\.js$/;
const NEVER = `const never = { canBeUsed: () => false };
export { never as IndexedDBMethod, never as LocalstorageMethod, never as SimulateMethod };`;

/** Leaves out of the build what libraries carry for others: 2.5 KB of every start. */
export function leftOut(): Plugin {
  return {
    name: 'greben-left-out',
    apply: 'build',
    // The router's package gives every bundler its build with warnings for developers.
    config: () => ({
      resolve: {
        alias: [
          { find: /^react-router$/, replacement: routerFile('index.mjs') },
          { find: /^react-router\/dom$/, replacement: routerFile('dom-export.mjs') },
        ],
      },
    }),
    load: (id) => (WITHOUT_BROADCAST_CHANNEL.test(id) ? NEVER : null),
  };
}
