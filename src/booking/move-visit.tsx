import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicBooking, PublicSalon } from '#schemas/online.ts';
import { requestIds } from './booking-request.ts';
import type { BookingServer } from './booking-server.ts';
import { ChooseTime } from './choose-time.tsx';
import { NotMadeNotice } from './not-made.tsx';
import { isMade, type NotMade, type NotMadeOutcome } from './send-booking.ts';
import { callFailureOf } from './use-call.ts';

interface MoveVisitProps {
  salon: PublicSalon;
  server: BookingServer;
  token: string;
  visit: PublicBooking;
  onMoved: () => void;
  onBack: () => void;
}

/** Another time for the same visit with the same people. A press on a time moves it; the link stays. */
export function MoveVisit({ salon, server, token, visit, onMoved, onBack }: MoveVisitProps) {
  const { t } = useTranslation('book');
  const [notMade, setNotMade] = useState<NotMadeOutcome | null>(null);
  const [round, setRound] = useState(0);
  const ids = useRef(requestIds('move'));
  const isBusy = useRef(false);
  const { resource } = visit;
  const move = async (start: string) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setNotMade(null);
    try {
      const answer = await server.move(token, { request: ids.current.current(), start, resource });
      if (answer === null || isMade(answer)) {
        ids.current.over();
        return onMoved();
      }
      setNotMade({ kind: 'refused', state: answer.state as NotMade, answer });
      setRound((n) => n + 1);
    } catch (error) {
      setNotMade({ kind: 'failed', why: callFailureOf(error) });
    } finally {
      isBusy.current = false;
    }
  };
  return (
    <div className="flex flex-col gap-4">
      {notMade ? (
        <NotMadeNotice {...{ salon, notMade }} onTime={(start) => void move(start)} onTimes={() => setNotMade(null)} />
      ) : null}
      <ChooseTime
        key={round}
        {...{ salon, server, resource, onBack }}
        services={visit.services}
        title={t('move_title')}
        chosen={visit.legs[0]?.start ?? null}
        onChoose={(start) => void move(start)}
      />
    </div>
  );
}
