import { clientName } from '#domain/people/names.ts';
import { isWalkIn } from '#domain/people/walk-in.ts';
import { i18n } from '#i18n/i18n.ts';

/** „Гост“: the name of the walk-in in the interface's language, whatever its row says. */
export const walkInWord = (): string => i18n.t('common:walk_in');

/** Returns the name under which a client of an appointment is shown. */
export const clientWords = (client: Parameters<typeof clientName>[0]): string =>
  isWalkIn(client.id) ? walkInWord() : clientName(client);
