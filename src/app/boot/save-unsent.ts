/** The unsent work as a file, made by a script that is only loaded when it is asked for. */
import { scriptAddress } from '#pwa/trusted.ts';
import type { Rescued } from './rescue.ts';

declare global {
  /** Of rescue.ts, once that file is loaded. */
  var grebenRescue: { unsentWork(): Promise<Rescued | null> } | undefined;
}

function loaded(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = scriptAddress(path);
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(path));
    document.head.append(script);
  });
}

/** Hands the file to the browser as a download. False when nothing is unsent. @throws what the browser's storage throws */
export async function saveUnsent(): Promise<boolean> {
  if (!globalThis.grebenRescue) await loaded('/rescue.js');
  const work = await globalThis.grebenRescue?.unsentWork();
  if (!work) return false;
  const address = URL.createObjectURL(new Blob([work.text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = work.name;
  link.click();
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return true;
}
