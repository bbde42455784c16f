import { i18n, setLanguage } from '#i18n/i18n.ts';
import type { Language } from '#schemas/constants.ts';
import { toast } from '#ui/overlay/toast-store.ts';

/**
 * The person chose a language. Resolves once it is shown; where its texts do not come, once that was said in the language that
 * stays: the choice is kept, and shows with the next start that has a line.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  try {
    await setLanguage(language);
  } catch (error) {
    console.warn('The texts of the chosen language did not come', error);
    toast({ note: true, title: i18n.t('profile:language_waits'), description: i18n.t('profile:language_waits_text') });
  }
}
