import { openChannel } from '#sync/machine/channel.ts';

/** The authentication events of document 1 §4, told to every tab of this browser. */
export const SESSION_EVENTS = [
  'INITIAL_SESSION',
  'SIGNED_IN',
  'SIGNED_OUT',
  'TOKEN_REFRESHED',
  'USER_UPDATED',
  'PASSWORD_RECOVERY',
] as const;
export type SessionEvent = (typeof SESSION_EVENTS)[number];

export interface SessionEvents {
  /** Tells the other tabs; this one has already done what it tells. */
  tell(event: SessionEvent): void;
  close(): void;
}

const CHANNEL = 'greben-session';

/** `heard` is called for what another tab told; what it did stands in the session's store by then. */
export function sessionEvents(heard: (event: SessionEvent) => void): SessionEvents {
  const channel = openChannel(CHANNEL);
  if (!channel) return { tell: () => undefined, close: () => undefined };
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const event = SESSION_EVENTS.find((known) => known === data);
    if (event) heard(event);
  };
  return { tell: (event) => channel.postMessage(event), close: () => channel.close() };
}
