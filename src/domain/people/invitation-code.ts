/**
 * The code of an invitation: sixteen characters of Crockford's base 32, which has neither I, L, O nor U. It is read as people type it:
 * with or without hyphens, in small letters, with O for 0 and I or L for 1, alone or at the end of the link that carries it.
 */

const LENGTH = 16;
const CODE = /^[0-9A-HJKMNP-TV-Z]{16}$/;
const LOOKS_LIKE: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/** Returns the sixteen characters; null for a text that holds no code. */
export function readInvitationCode(text: string): string | null {
  const behind = text.slice(text.lastIndexOf('#') + 1);
  const letters = behind.toUpperCase().replace(/[\s\p{Pd}]/gu, '');
  const code = letters.replace(/[OIL]/g, (letter) => LOOKS_LIKE[letter] ?? letter);
  return CODE.test(code) ? code : null;
}

/** Returns the code in four groups, as it is shown and read out: `K7QF-2M9T-XR4D-8HPW`. */
export function shownInvitationCode(code: string): string {
  return Array.from({ length: LENGTH / 4 }, (_, group) => code.slice(group * 4, group * 4 + 4)).join('-');
}

/**
 * Returns the address that an invitation is sent as. The code stands behind `#`, so that it reaches no server's log and no referrer.
 * @param origin of the app
 */
export const invitationLink = (origin: string, code: string): string => `${origin}/join#${shownInvitationCode(code)}`;
