/** Where `npm test` takes its browsers from, on machines that are not here. */
import { describe, expect, it } from 'vitest';
import { type BrowserStep, browserStep, installedBrowsers, type WholeMachine } from '../chromium.mjs';

const SHELL = '/usr/bin/chromium-headless-shell';
const CHROMIUM = '/usr/bin/chromium';
const CHROME_OF_MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const OWN = '/home/ivan/.cache/ms-playwright/chromium-1/chrome-linux/chrome';

function machine(files: readonly string[], more: Partial<WholeMachine> = {}): WholeMachine {
  const all = { isRoot: false, hasApt: () => false, downloaded: () => null };
  return { platform: 'linux', home: '/home/ivan', env: {}, exists: (file) => files.includes(file), ...all, ...more };
}

const debianRoot = (files: readonly string[], more: Partial<WholeMachine> = {}) =>
  machine(files, { isRoot: true, hasApt: () => true, ...more });
const using = (shell: string, whole: string): BrowserStep => ({
  kind: 'use',
  env: { GREBEN_CHROMIUM: shell, GREBEN_WHOLE_CHROMIUM: whole },
});

describe('on Debian as root', () => {
  it('both browsers are installed where there is none, or at least the whole one', () => {
    const attempts = [['chromium', 'chromium-headless-shell'], ['chromium']];
    expect(browserStep(debianRoot([]))).toEqual({ kind: 'debian', attempts });
  });

  it('a missing shell is installed beside the whole one, once', () => {
    const found = debianRoot([CHROMIUM]);
    expect(browserStep(found)).toEqual({ kind: 'debian', attempts: [['chromium', 'chromium-headless-shell']] });
    expect(browserStep(found, new Set(['debian']))).toEqual(using(CHROMIUM, CHROMIUM));
  });

  it('nothing is installed where both are there, or where a browser is named beside a whole one', () => {
    const mayNot = () => {
      throw new Error('nobody is to ask');
    };
    expect(browserStep(debianRoot([CHROMIUM, SHELL], { hasApt: mayNot, downloaded: mayNot }))).toEqual(using(SHELL, CHROMIUM));
    const named = { env: { GREBEN_CHROMIUM: '/opt/chrome' }, hasApt: mayNot, downloaded: mayNot };
    expect(browserStep(debianRoot(['/opt/chrome'], named))).toEqual(using('/opt/chrome', '/opt/chrome'));
  });

  it('a browser that was named is not asked to be a shell, and a shell not to be a whole one', () => {
    const env = { GREBEN_CHROMIUM: SHELL };
    expect(browserStep(debianRoot([SHELL], { env }))).toEqual({ kind: 'debian', attempts: [['chromium']] });
    expect(browserStep(debianRoot([SHELL, CHROMIUM], { env }))).toEqual(using(SHELL, CHROMIUM));
    const both = { ...env, GREBEN_WHOLE_CHROMIUM: '/opt/chrome' };
    expect(browserStep(debianRoot([SHELL, CHROMIUM, '/opt/chrome'], { env: both }))).toEqual(using(SHELL, '/opt/chrome'));
  });
});

describe('where Debian’s packages cannot be had', () => {
  it.each(['/usr/bin/chromium-browser', '/usr/bin/google-chrome-stable', '/usr/bin/microsoft-edge', '/snap/bin/chromium'])(
    'an installed browser is used for everything: %s',
    (place) => {
      expect(browserStep(machine([place]))).toEqual(using(place, place));
    },
  );

  it('without root the shell that is there is used, and a missing one is not installed', () => {
    expect(browserStep(machine([CHROMIUM, SHELL], { hasApt: () => true }))).toEqual(using(SHELL, CHROMIUM));
    expect(browserStep(machine([CHROMIUM], { hasApt: () => true }))).toEqual(using(CHROMIUM, CHROMIUM));
  });

  it('a Mac’s browsers are found for everybody and for one person', () => {
    const mac = (files: readonly string[]) => machine(files, { platform: 'darwin', home: '/Users/ivan' });
    expect(browserStep(mac([CHROME_OF_MAC]))).toEqual(using(CHROME_OF_MAC, CHROME_OF_MAC));
    const edge = '/Users/ivan/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge';
    expect(browserStep(mac([edge]))).toEqual(using(edge, edge));
  });

  it('Playwright downloads its own once, also after Debian’s were tried, and then it is used', () => {
    expect(browserStep(machine([]))).toEqual({ kind: 'download' });
    expect(browserStep(machine([], { downloaded: () => OWN }))).toEqual({ kind: 'download' });
    expect(browserStep(debianRoot([]), new Set(['debian']))).toEqual({ kind: 'download' });
    expect(browserStep(machine([OWN], { downloaded: () => OWN }), new Set(['download']))).toEqual(using(OWN, OWN));
    expect(browserStep(machine([OWN], { downloaded: () => OWN }))).toEqual(using(OWN, OWN));
  });

  it.each([
    ['linux', 'dnf install chromium'],
    ['darwin', 'Google Chrome'],
    ['freebsd', 'npx playwright install chromium'],
  ])('a sentence says what to install where nothing is left: %s', (platform, word) => {
    const step = browserStep(machine([], { platform, downloaded: () => OWN }), new Set(['download'] as const));
    expect(step).toEqual({ kind: 'none', sentence: expect.stringMatching(/^No browser for the stories: .+\.$/) });
    expect(step.kind === 'none' && step.sentence).toContain(word);
  });

  it('on Windows itself the sentence leads to WSL', () => {
    expect(browserStep(machine([], { platform: 'win32' }))).toMatchObject({
      kind: 'none',
      sentence: expect.stringContaining('WSL'),
    });
  });
});

it('a story that is run alone takes what is installed, and Playwright’s own where nothing is', () => {
  expect(installedBrowsers(machine([CHROMIUM, SHELL]))).toEqual({ GREBEN_CHROMIUM: SHELL, GREBEN_WHOLE_CHROMIUM: CHROMIUM });
  expect(installedBrowsers(machine([]))).toEqual({ GREBEN_CHROMIUM: undefined, GREBEN_WHOLE_CHROMIUM: undefined });
});
