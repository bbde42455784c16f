/**
 * The id of a booking that is being made on a salon's page. One is kept until the server has said what became of it, over a reload, too: an answer that was
 * lost is then given again, and nothing is booked twice. It says nothing of the visitor.
 */
const KEPT = 'greben.book-request';

export interface RequestIds {
  /** The id to send with. */
  current(): string;
  /** The server has answered it: the next booking is another one. */
  over(): void;
}

/** Returns a new id: random, also where the page came without HTTPS and the browser makes no ids. */
export function newRequest(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

const ofStorage = (work: (storage: Storage) => string | null | undefined): string | null => {
  try {
    return work(sessionStorage) ?? null;
  } catch {
    return null; // a frame in a browser that gives foreign frames no storage: the id lives as long as the page
  }
};

/** @param slug of the salon's page */
export function requestIds(slug: string): RequestIds {
  const key = `${KEPT} ${slug}`;
  let id: string | null = ofStorage((storage) => storage.getItem(key));
  return {
    current() {
      id ??= newRequest();
      const sent = id;
      ofStorage((storage) => void storage.setItem(key, sent));
      return id;
    },
    over() {
      id = null;
      ofStorage((storage) => void storage.removeItem(key));
    },
  };
}
