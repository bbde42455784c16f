/** Sends a booking: the proof of work, the call, and what its answer means for the page. */
import { useEffect, useRef, useState } from 'react';
import { type BookAnswer, proofText } from '#schemas/online.ts';
import { requestIds } from './booking-request.ts';
import type { BookAsked, BookingServer, CallFailure } from './booking-server.ts';
import { callFailureOf } from './use-call.ts';
import { proofOfWork } from './work.ts';

/** Why a booking was not made, or not moved. */
export type NotMade = Exclude<BookAnswer['state'], 'booked' | 'requested' | 'moved_too_late'>;

/** `gone`: the salon has no page any more. `failed`: nobody knows what became of it. */
export type NotMadeOutcome =
  | { kind: 'refused'; state: NotMade; answer: BookAnswer }
  | { kind: 'gone' }
  | { kind: 'failed'; why: CallFailure };
export type Outcome = { kind: 'made'; answer: BookAnswer } | NotMadeOutcome;

export type SendPhase = 'open' | 'proving' | 'booking';

/** Under a flood more bits are asked than the page was told: it works them out and sends once more, so often at most. */
const MOST_TRIES = 3;

export const isMade = ({ state }: BookAnswer): boolean => state === 'booked' || state === 'requested';

export interface Sending {
  phase: SendPhase;
  /** Never rejects. */
  send(asked: Omit<BookAsked, 'request' | 'work'>): Promise<Outcome>;
}

/** @param bits of the proof of work, as the salon's page says */
export function useBookingSend(server: BookingServer, slug: string, bits: number): Sending {
  const [phase, setPhase] = useState<SendPhase>('open');
  const ids = useRef(requestIds(slug));
  const left = useRef(new AbortController());
  useEffect(() => {
    const leaving = new AbortController();
    left.current = leaving;
    return () => leaving.abort();
  }, []);
  const attempt = async (asked: Omit<BookAsked, 'request' | 'work'>): Promise<Outcome> => {
    let request = ids.current.current();
    let wanted = bits;
    for (let tries = 1; ; tries++) {
      setPhase('proving');
      const text = proofText(request, slug, asked.start, asked.phone, '');
      const work = await proofOfWork(text, wanted, left.current.signal);
      setPhase('booking');
      const answer = await server.book(slug, { ...asked, request, work });
      if (answer === null) return { kind: 'gone' };
      if (isMade(answer)) {
        ids.current.over();
        return { kind: 'made', answer };
      }
      const state = answer.state as NotMade;
      const isEarlier = state === 'invalid' && answer.field === 'request';
      if (state === 'over' || isEarlier) ids.current.over();
      // What an earlier try has booked is over by now: this is another booking. Where it may stand, only the visitor knows if they want two.
      if (state === 'over' && tries < MOST_TRIES) {
        request = ids.current.current();
        continue;
      }
      const more = answer.bits ?? 0;
      if (state !== 'work' || more <= wanted || tries === MOST_TRIES) return { kind: 'refused', state, answer };
      wanted = more;
    }
  };
  return {
    phase,
    async send(asked) {
      try {
        return await attempt(asked);
      } catch (error) {
        return { kind: 'failed', why: callFailureOf(error) };
      } finally {
        setPhase('open');
      }
    },
  };
}
