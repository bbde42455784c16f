import { useTranslation } from 'react-i18next';
import { closeCard, type OpenCard } from '#calendar/state/card-store.ts';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { CardPanel } from './quick-card-panel.tsx';

/** In place of a card whose appointment cannot be read. */
export function UnreadCard({ card, onRetry }: { card: OpenCard; onRetry(): void }) {
  const { t } = useTranslation('calendar');
  const title = t('older.booking');
  const said = <ErrorBox title={t('data_failed')} onRetry={onRetry} retryLabel={t('retry')} />;
  return card.by === 'touch' ? (
    <Dialog open sheet onClose={closeCard} title={title}>
      {said}
    </Dialog>
  ) : (
    <CardPanel card={card} title={title}>
      {said}
    </CardPanel>
  );
}
