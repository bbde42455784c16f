import { useEffect } from 'react';
import { useSessionState } from '#features/shared/use-replica.ts';
import { setSalonFormats } from '#i18n/formats.ts';
import { setSalonLanguage } from '#i18n/i18n.ts';
import { useSalon } from './use-salon.ts';

/**
 * Feeds the open salon's language and date format to the texts; a choice made in this browser outranks the language. A salon
 * that an administrator looks at gives only its way of writing dates: the language stays the administrator's own.
 */
export function SalonFeed() {
  const salon = useSalon();
  const state = useSessionState();
  const isOwn = !(state.phase === 'signed-in' && state.viewingAsAdmin);
  const language = salon?.salon ? salon.effective.language : null;
  const dateFormat = salon?.salon ? salon.effective.dateFormat : null;
  useEffect(() => {
    if (language && isOwn) setSalonLanguage(language);
    setSalonFormats({ dateFormat });
  }, [language, isOwn, dateFormat]);
  return null;
}
