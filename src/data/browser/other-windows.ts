import { Observable } from 'rxjs';
import { newId } from '#data/new-id.ts';
import { openChannel } from '#sync/machine/channel.ts';
import type { NotesOf } from './person-notes.ts';

/** This window: it knows of its own changes. */
const THIS_WINDOW = newId();

export interface OtherWindows {
  /** Tells them that what is kept under this name was changed here. */
  tell(): void;
  /** Emits when another window of this browser has changed it. */
  readonly elsewhere$: Observable<void>;
}

/** The other windows in which this person works in this salon. @param name what is kept, as its database is called */
export function otherWindows(name: string, { userId, salonId }: NotesOf): OtherWindows {
  return {
    tell: () => {
      const channel = openChannel(name);
      channel?.postMessage({ userId, salonId, from: THIS_WINDOW });
      channel?.close();
    },
    elsewhere$: new Observable((listener) => {
      const channel = openChannel(name);
      if (channel === null) return undefined;
      channel.onmessage = ({ data }: MessageEvent<NotesOf & { from: string }>) => {
        if (data.from !== THIS_WINDOW && data.userId === userId && data.salonId === salonId) listener.next();
      };
      return () => channel.close();
    }),
  };
}
