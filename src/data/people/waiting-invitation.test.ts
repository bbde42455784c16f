import { expect, it } from 'vitest';
import { forgetInvitation, keepInvitation, waitingInvitation } from './waiting-invitation.ts';

const HOUR = 3_600_000;
const ONE = { code: 'K7QF2M9TXR4D8HPW', name: 'Мария' };

it('a code waits for as long as an invitation holds, with the name that was typed', () => {
  keepInvitation(ONE, 0);
  expect(waitingInvitation(72 * HOUR - 1)).toEqual(ONE);
  expect(waitingInvitation(72 * HOUR)).toBeNull();
});

it('the last one counts, and a used one is forgotten', () => {
  keepInvitation(ONE, 0);
  keepInvitation({ code: '0000111122223333', name: '' }, 0);
  expect(waitingInvitation(1)).toEqual({ code: '0000111122223333', name: '' });
  forgetInvitation();
  expect(waitingInvitation(1)).toBeNull();
});
