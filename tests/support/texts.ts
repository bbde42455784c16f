/** For vitest (`setupFiles`), where something is drawn or put into words: the texts of both languages are there. */
import { setLanguage } from '#i18n/i18n.ts';

await setLanguage('bg');
await setLanguage('en');
if (typeof localStorage !== 'undefined') localStorage.clear();
