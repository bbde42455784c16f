/**
 * WebKitGTK's MiniBrowser under WebKitWebDriver, spoken to in plain WebDriver: five commands, for which a package with three
 * hundred others is not worth its weight. What it stores lasts as long as the session.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import type { Engine } from './engine.ts';

const DRIVER = process.env.GREBEN_WEBKIT_DRIVER ?? '/usr/bin/WebKitWebDriver';
const LIBRARIES = '/usr/lib';

/** Debian keeps it beside the library, in a folder of the machine's kind. */
export function miniBrowser(): string | null {
  const given = process.env.GREBEN_MINI_BROWSER;
  if (given) return given;
  const kinds = existsSync(LIBRARIES) ? readdirSync(LIBRARIES) : [];
  const places = kinds.flatMap((kind) =>
    ['4.1', '4.0'].map((version) => `${LIBRARIES}/${kind}/webkit2gtk-${version}/MiniBrowser`),
  );
  return places.find((place) => existsSync(place)) ?? null;
}

const ended = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** Its own screen, which nobody sees. @returns the number that it chose */
async function ownScreen(): Promise<{ display: string; child: ChildProcess }> {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1500x1000x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const said = child.stdio[3] as NodeJS.ReadableStream;
  const display = await new Promise<string>((resolve, reject) => {
    said.once('data', (data: Buffer) => resolve(`:${data.toString().trim()}`));
    child.once('error', reject);
    child.once('exit', () => reject(new Error('Xvfb ended')));
  });
  return { display, child };
}

interface Answer {
  value: { error?: string; message?: string; sessionId?: string } | null;
}

export async function webkit(port: number): Promise<Engine> {
  const binary = miniBrowser();
  if (!binary) throw new Error('There is no MiniBrowser');
  const screen = await ownScreen();
  const driver = spawn(DRIVER, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: screen.display,
      TZ: 'Europe/Sofia',
      LANGUAGE: 'bg',
      LANG: 'bg_BG.UTF-8',
      // Its sandbox needs more than a container gives.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
  const base = `http://127.0.0.1:${port}`;
  const send = async (method: 'POST' | 'DELETE', at: string, body: object = {}): Promise<Answer['value']> => {
    const sent = method === 'POST' ? { method, body: JSON.stringify(body) } : { method };
    const { value } = (await (await fetch(base + at, sent)).json()) as Answer;
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  const listening = async () => {
    for (;;) {
      if (ended(driver)) throw new Error('WebKitWebDriver ended');
      const there = await fetch(`${base}/status`).then(
        () => true,
        () => false,
      );
      if (there) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const end = () => {
    driver.kill();
    screen.child.kill();
  };
  try {
    await listening();
    const options = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } };
    const started = await send('POST', '/session', { capabilities: { alwaysMatch: options } });
    const session = `/session/${started?.sessionId}`;
    await send('POST', `${session}/window/rect`, { width: 1440, height: 900 });
    const act = (actions: readonly object[]) => send('POST', `${session}/actions`, { actions });
    return {
      name: 'WebKit',
      goto: async (url) => void (await send('POST', `${session}/url`, { url })),
      reload: async () => void (await send('POST', `${session}/refresh`)),
      ask: async <T>(body: string, ...given: readonly unknown[]) =>
        (await send('POST', `${session}/execute/sync`, { script: `const arguments_ = arguments; ${body}`, args: given })) as T,
      async press(x, y) {
        const steps = [
          { type: 'pointerMove', x, y, duration: 0 },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ];
        await act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: steps }]);
      },
      async type(text) {
        const keys = [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]);
        await act([{ type: 'key', id: 'keys', actions: keys }]);
      },
      async close() {
        await send('DELETE', session).finally(end);
      },
    };
  } catch (error) {
    end();
    throw error;
  }
}
