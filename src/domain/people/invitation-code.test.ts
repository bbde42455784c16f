import { describe, expect, it, test } from 'vitest';
import { invitationLink, readInvitationCode, shownInvitationCode } from './invitation-code.ts';

const CODE = 'K7QF2M9TXR4D8HPW';

describe('a code', () => {
  test.each([
    ['as it is shown', 'K7QF-2M9T-XR4D-8HPW'],
    ['without hyphens', 'K7QF2M9TXR4D8HPW'],
    ['in small letters with blanks', ' k7qf 2m9t xr4d 8hpw '],
    ['with the dashes of a phone’s keyboard', 'K7QF–2M9T—XR4D‑8HPW'],
    ['as the link', 'https://greben.example/join#K7QF-2M9T-XR4D-8HPW'],
  ])('is read %s', (_how, text) => expect(readInvitationCode(text)).toBe(CODE));

  it('is read with O for 0 and with I or L for 1', () => {
    expect(readInvitationCode('oOiI-lL11-0000-2222')).toBe('0011111100002222');
    expect(readInvitationCode('O0IL-2222-3333-4444')).toBe('0011222233334444');
  });

  test.each([
    ['too short', 'K7QF-2M9T-XR4D-8HP'],
    ['too long', 'K7QF-2M9T-XR4D-8HPWW'],
    ['with a letter that is none of them', 'K7QF-2M9T-XR4D-8HPU'],
    ['in Cyrillic', 'К7QF-2M9T-XR4D-8HPW'],
    ['nothing', ''],
    ['a sign-in link', 'https://greben.example/login#password=abc'],
  ])('is none when it is %s', (_why, text) => expect(readInvitationCode(text)).toBeNull());

  it('is shown in four groups, and stands behind the # of its link', () => {
    expect(shownInvitationCode(CODE)).toBe('K7QF-2M9T-XR4D-8HPW');
    expect(invitationLink('https://greben.example', CODE)).toBe('https://greben.example/join#K7QF-2M9T-XR4D-8HPW');
  });
});
