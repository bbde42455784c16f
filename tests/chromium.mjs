/**
 * The choice of the browsers for `npm test` and the stories. Most stories run in Debian's headless shell, which draws no window and
 * takes a fifth less; it hides no tab and keeps no page for the way back, so a few need the whole browser, and that one can do
 * everything where there is no shell. Only node: modules here: it is asked before anything is installed.
 */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const SHELL = '/usr/bin/chromium-headless-shell';

/** The usual places of a whole browser, the first of which is taken. */
const PLACES = {
  linux: () => [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/microsoft-edge',
    '/usr/bin/microsoft-edge-stable',
    '/snap/bin/chromium',
  ],
  darwin: (home) =>
    ['Google Chrome', 'Chromium', 'Microsoft Edge'].flatMap((name) =>
      ['/Applications', join(home, 'Applications')].map((folder) => join(folder, `${name}.app`, 'Contents', 'MacOS', name)),
    ),
};

const OR_ELSE = 'run `npx playwright install chromium`, or name one in GREBEN_CHROMIUM';
const SENTENCES = {
  linux: `No browser for the stories: install Chromium, Chrome or Edge (\`apt install chromium\`, \`dnf install chromium\`), ${OR_ELSE}.`,
  darwin: `No browser for the stories: install Google Chrome, Chromium or Microsoft Edge, ${OR_ELSE}.`,
  win32: 'On Windows the tests run in WSL: start `npm test` there.',
};

/** Returns this machine as the functions below take it. */
export const thisMachine = () => ({
  platform: process.platform,
  home: homedir(),
  env: process.env,
  exists: existsSync,
});

/**
 * Returns the browsers that are named or installed, as the environment of a lane. Without a shell the whole browser takes its place.
 * What is not there is undefined.
 */
export function installedBrowsers({ platform, home, env, exists }) {
  const { GREBEN_CHROMIUM: named, GREBEN_WHOLE_CHROMIUM: namedWhole } = env;
  const places = [namedWhole, named, ...(PLACES[platform]?.(home) ?? [])];
  const whole = places.find((place) => place && !place.endsWith('shell') && exists(place));
  return { GREBEN_CHROMIUM: named ?? (exists(SHELL) ? SHELL : whole), GREBEN_WHOLE_CHROMIUM: whole };
}

/**
 * Returns the next step to the browsers: use those that are there, install Debian's packages, have Playwright download its own, or
 * give up with a sentence. Each step is taken once; `tried` holds those that were.
 * @param machine thisMachine(), and `isRoot`; `hasApt()`, whether Debian's packages may be installed here; `downloaded()`, the place of
 *   Playwright's own Chromium, or null before the packages are there
 */
export function browserStep(machine, tried = new Set()) {
  const { platform, exists, isRoot, hasApt, downloaded } = machine;
  if (platform === 'win32') return { kind: 'none', sentence: SENTENCES.win32 };
  const { GREBEN_CHROMIUM: shell, GREBEN_WHOLE_CHROMIUM: whole } = installedBrowsers(machine);
  const lacksShell = !machine.env.GREBEN_CHROMIUM && !exists(SHELL);
  if (!tried.has('debian') && (!whole || (lacksShell && isRoot)) && hasApt()) {
    const packages = ['chromium', ...(lacksShell ? ['chromium-headless-shell'] : [])];
    // A mirror may lack the shell; a browser that is there does without it.
    return { kind: 'debian', attempts: whole || packages.length === 1 ? [packages] : [packages, ['chromium']] };
  }
  if (whole) return { kind: 'use', env: { GREBEN_CHROMIUM: shell, GREBEN_WHOLE_CHROMIUM: whole } };
  const own = downloaded();
  if (own && exists(own)) return { kind: 'use', env: { GREBEN_CHROMIUM: shell ?? own, GREBEN_WHOLE_CHROMIUM: own } };
  if (!tried.has('download')) return { kind: 'download' };
  return { kind: 'none', sentence: SENTENCES[platform] ?? SENTENCES.linux };
}
