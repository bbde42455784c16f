import { afterEach, expect, it } from 'vitest';
import { forgetInvitation, keepInvitation, waitingInvitation } from './waiting-invitation.ts';

const HOUR = 3_600_000;
const CODE = 'K7QF2M9TXR4D8HPW';
const ONE = { code: CODE, name: 'Мария' };

afterEach(forgetInvitation);

it('a code waits for as long as an invitation holds, with the name that was typed', () => {
  keepInvitation(CODE, null, 'Мария', 0);
  expect(waitingInvitation(null, 72 * HOUR - 1)).toEqual(ONE);
  expect(waitingInvitation(null, 72 * HOUR)).toBeNull();
});

it('the last one counts, and a used one is forgotten', () => {
  keepInvitation(CODE, null, 'Мария', 0);
  keepInvitation('0000111122223333', null, undefined, 0);
  expect(waitingInvitation(null, 1)).toEqual({ code: '0000111122223333', name: '' });
  forgetInvitation();
  expect(waitingInvitation(null, 1)).toBeNull();
});

it('a stranger’s code waits for whoever signs in, and then for them alone', () => {
  keepInvitation(CODE, null, 'Мария', 0);
  expect(waitingInvitation('maria', HOUR)).toEqual(ONE);
  keepInvitation(CODE, 'maria', undefined, HOUR);
  expect(waitingInvitation('maria', 2 * HOUR)).toEqual(ONE);
  expect(waitingInvitation(null, 2 * HOUR)).toBeNull();
  expect(waitingInvitation('boris', 2 * HOUR)).toBeNull();
  // To sign in makes it hold no longer.
  expect(waitingInvitation('maria', 72 * HOUR)).toBeNull();
});
