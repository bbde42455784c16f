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

/** How supabase's auth signs in by a passkey or a wallet, which Greben offers nowhere. */
const PASSKEYS_AND_WALLETS = /auth-js\/dist\/module\/lib\/(?:webauthn|web3\/ethereum)\.js$/;
const NEITHER = `export class WebAuthnApi {}
const never = () => { throw new Error('Greben signs in by e-mail and password'); };
export {
  never as createSiweMessage, never as fromHex, never as getAddress, never as toHex,
  never as createCredential, never as getCredential, never as browserSupportsWebAuthn, never as webAuthnAbortService,
  never as deserializeCredentialCreationOptions, never as deserializeCredentialRequestOptions,
  never as serializeCredentialCreationResponse, never as serializeCredentialRequestResponse,
};`;

const AUTH = /auth-js\/dist\/module\/GoTrueClient\.js$/;
/**
 * Second factors, passkeys, wallets, codes by message, links by e-mail, accounts elsewhere, and how a server asks its users for
 * rights: Greben signs in by e-mail and password, and keeps its session itself (src/data/session).
 */
const OTHER_SIGN_INS = [
  / {8}this\.mfa = [\s\S]*?this\.passkey = [\s\S]*?\n {8}\};\n/,
  / {4}async signInAnonymously\([\s\S]*?(?= {4}async signUp\()/,
  / {4}async signInWithOAuth\([\s\S]*?(?= {4}async getSession\()/,
  / {4}async updateUser\([\s\S]*?(?= {4}_isImplicitGrantCallback\()/,
  / {4}async resetPasswordForEmail\([\s\S]*?(?= {4}async _refreshAccessToken\()/,
  / {4}async _getUrlForProvider\([\s\S]*\n(?=\}\nGoTrueClient\.nextInstanceID)/,
];

const AUTH_ADMIN = /auth-js\/dist\/module\/GoTrueAdminApi\.js$/;
/** How a server with its secret key manages the accounts of others; a page has no such key, and only signs its own out. */
const ACCOUNTS_OF_OTHERS = [/ {8}this\.mfa = [\s\S]*?\n(?= {4}\}\n)/, / {4}async inviteUserByEmail[\s\S]*\n(?=\}\n)/];

const without =
  (parts: readonly RegExp[]) =>
  (code: string): string =>
    parts.reduce((left, part) => {
      if (!part.test(left)) throw new Error(`supabase’s auth is built another way: left-out.ts does not find ${part}`);
      return left.replace(part, '');
    }, code);

/** How supabase writes down which changed rows it wants to hear of; our pokes are broadcasts, and name none. */
const CHANGES_OF_ROWS = /realtime-js\/dist\/module\/RealtimePostgresFilterBuilder\.js$/;
const NO_ROWS = `export class RealtimePostgresFilterBuilder {}
export const postgresChangesFilter = () => {
  throw new Error('Greben hears of changes by pokes');
};`;

const PHOENIX = /@supabase\/phoenix\/priv\/static\/phoenix\.mjs$/;
/** How supabase hears of changes in a browser without WebSockets; each that Greben works in has them. */
const LONG_POLL = /^var LongPoll = class \{\n[\s\S]*?\n\};$/m;

function withoutLongPoll(phoenix: string): string {
  if (!LONG_POLL.test(phoenix)) throw new Error('phoenix has no LongPoll any more: left-out.ts looks for another');
  return phoenix.replace(LONG_POLL, 'var LongPoll = class {};');
}

const I18NEXT = /i18next\/dist\/esm\/i18next\.js$/;
/** What asks a server for texts and sends it the missing ones; ours are files of the build, which src/i18n/i18n.ts adds itself. */
const TEXTS_OF_A_SERVER = /^class Connector extends EventEmitter \{\n[\s\S]*?\n\}$/m;
const NO_SERVER = `class Connector extends EventEmitter {
  state = {};
  load(languages, namespaces, done) {
    done();
  }
}`;

function withoutServer(i18next: string): string {
  if (!TEXTS_OF_A_SERVER.test(i18next)) throw new Error('i18next has no Connector any more: left-out.ts looks for another');
  return i18next.replace(TEXTS_OF_A_SERVER, NO_SERVER);
}

const INSTEAD: readonly (readonly [RegExp, string])[] = [
  [WITHOUT_BROADCAST_CHANNEL, NEVER],
  [PASSKEYS_AND_WALLETS, NEITHER],
  [CHANGES_OF_ROWS, NO_ROWS],
];

const SHORTER: readonly (readonly [RegExp, (code: string) => string])[] = [
  [I18NEXT, withoutServer],
  [AUTH, without(OTHER_SIGN_INS)],
  [AUTH_ADMIN, without(ACCOUNTS_OF_OTHERS)],
  [PHOENIX, withoutLongPoll],
];

/** What Tailwind writes for browsers without `@property`; each that Greben works in has it (src/app/boot/browsers.ts). */
const WITHOUT_PROPERTY = /@layer properties\{@supports.*?\}\}\}/s;

/** Leaves out of the build what libraries carry for others: 4 KB of every start, and some of its styles. */
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
    load: (id) => INSTEAD.find(([file]) => file.test(id))?.[1] ?? null,
    transform: (code, id) => SHORTER.find(([file]) => file.test(id))?.[1](code) ?? null,
    generateBundle: {
      // After the styles have been written.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
          const styles = String(file.source);
          if (!WITHOUT_PROPERTY.test(styles)) this.error('Tailwind writes no such layer any more: left-out.ts looks for another');
          file.source = styles.replace(WITHOUT_PROPERTY, '');
        }
      },
    },
  };
}
