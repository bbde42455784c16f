/**
 * The browser's own offer to install the app, kept for the moment at which we make it. Only Chromium has one, and it may come
 * before anything is drawn: the start listens.
 */
import { createStore } from 'zustand/vanilla';

/** Not in the language's own types: only Chromium has it. */
export interface InstallPrompt extends Event {
  /** Shows the browser's question; once for each event. */
  prompt(): Promise<unknown>;
}

export const installPrompt = createStore<{ offer: InstallPrompt | null }>(() => ({ offer: null }));

export function hearInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault(); // or the browser asks by itself, on the first day
    installPrompt.setState({ offer: event as InstallPrompt });
  });
  addEventListener('appinstalled', () => installPrompt.setState({ offer: null }));
}
