import { useEffect } from 'react';
import { setSalonFormats } from '#i18n/formats.ts';
import { setSalonLanguage } from '#i18n/i18n.ts';
import { useSalon } from './use-salon.ts';

/** Feeds the open salon's language and date format to the texts; a choice made in this browser outranks the language. */
export function SalonFeed() {
  const salon = useSalon();
  const language = salon?.salon ? salon.effective.language : null;
  const dateFormat = salon?.salon ? salon.effective.dateFormat : null;
  useEffect(() => {
    if (language) setSalonLanguage(language);
    setSalonFormats({ dateFormat });
  }, [language, dateFormat]);
  return null;
}
