import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { useBookingRead } from '#calendar/reads/use-booking.ts';
import { askToDelete, closeCard, type OpenCard } from '#calendar/state/card-store.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useOpenPanel } from '#ui/overlay/open-panels.ts';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { CardPanel } from './quick-card-panel.tsx';
import { CardPopover } from './quick-card-popover.tsx';
import { CardSheet } from './quick-card-sheet.tsx';

type EventRow = LocalRow<'events'>;

export interface QuickCardProps {
  card: OpenCard;
  salon: SalonPart;
  onEdit(event: EventRow): void;
  onRepeat(event: EventRow): void;
  onMove(event: EventRow): void;
}

/** One appointment at a glance, and what is done to it all day. It follows live changes, the grid below it does not; it goes when the appointment goes. */
export function QuickCard({ card, salon, onEdit, onRepeat, onMove }: QuickCardProps) {
  const { t } = useTranslation('booking');
  const navigate = useNavigate();
  const { booking, onRetry } = useBookingRead(card.id, salon);
  useOpenPanel();
  useEffect(() => {
    if (booking === null) closeCard();
  }, [booking]);
  if (onRetry) return <UnreadCard card={card} onRetry={onRetry} />;
  if (!booking) return null;
  const { event, name, blocked, onReadClient } = booking;
  const leave = (to: (event: EventRow) => void) => () => {
    closeCard();
    to(event);
  };
  const choose = (path: string) => {
    closeCard();
    void navigate(path);
  };
  const actions = { edit: leave(onEdit), choose, move: leave(onMove), repeat: leave(onRepeat), remove: () => askToDelete(event) };
  const title = blocked || onReadClient ? name : t('card', { name });
  const props = { card, salon, booking, actions, title };
  return card.by === 'touch' ? <CardSheet {...props} /> : <CardPopover {...props} />;
}

/** In place of a card whose appointment cannot be read. */
function UnreadCard({ card, onRetry }: { card: OpenCard; onRetry(): void }) {
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
