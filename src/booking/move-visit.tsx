import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicBooking, PublicSalon } from '#schemas/online.ts';
import { newRequest } from './booking-request.ts';
import type { BookingServer } from './booking-server.ts';
import { ChooseTime } from './choose-time.tsx';
import { NotMadeNotice } from './not-made.tsx';
import { isMade, type NotMade, type NotMadeOutcome } from './send-booking.ts';
import { StepCard } from './step-card.tsx';
import { callFailureOf } from './use-call.ts';
import { Waiting } from './waiting.tsx';

interface MoveVisitProps {
  salon: PublicSalon;
  server: BookingServer;
  token: string;
  visit: PublicBooking;
  onChanged: (isMoved: boolean) => void;
  onBack: () => void;
}

/** Another time for the same visit with the same people. A press on a time moves it; the link stays. */
export function MoveVisit({ salon, server, token, visit, onChanged, onBack }: MoveVisitProps) {
  const { t } = useTranslation('book');
  const [notMade, setNotMade] = useState<NotMadeOutcome | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** Asked again, the same time has the same id: a move whose answer was lost is told from another one. */
  const asked = useRef({ start: visit.legs[0]?.start ?? '', request: newRequest() });
  const { resource } = visit;
  const move = async (start: string) => {
    if (asked.current.start !== start) asked.current = { start, request: newRequest() };
    setNotMade(null);
    setBusy(true);
    try {
      const answer = await server.move(token, { request: asked.current.request, start, resource });
      if (answer === null || isMade(answer)) return onChanged(answer !== null);
      // It is not what it was when it was read, so it is read again.
      if (answer.state === 'over' || answer.state === 'moved_too_late') return onChanged(false);
      setNotMade({ kind: 'refused', state: answer.state as NotMade, answer });
    } catch (error) {
      setNotMade({ kind: 'failed', why: callFailureOf(error) });
    }
    setBusy(false);
  };
  if (isBusy) {
    return (
      <StepCard title={t('move_title')}>
        <Waiting>{t('moving')}</Waiting>
      </StepCard>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {notMade ? (
        <NotMadeNotice
          {...{ salon, notMade }}
          lost={t('move_failed_line')}
          onTime={(start) => void move(start)}
          onTimes={() => setNotMade(null)}
        />
      ) : null}
      <ChooseTime
        {...{ salon, server, resource, token, onBack }}
        services={visit.services}
        title={t('move_title')}
        chosen={asked.current.start}
        onChoose={(start) => void move(start)}
      />
    </div>
  );
}
