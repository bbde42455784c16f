import { useEffect, useState } from 'react';
import { useAfterTyping } from '#features/use-after-typing.ts';

/** In ms: whoever types a name asks the server once, not at every letter. */
const PAUSE = 300;

/** What stands in a search box now; `take` hears it once the person pauses. */
export function useTypedFilter(value: string, take: (value: string) => void): [string, (value: string) => void] {
  const [typed, setTyped] = useState(value);
  // The address changed by another way: back, a link, "clear the filters".
  useEffect(() => setTyped(value), [value]);
  useAfterTyping(typed, value, take, PAUSE);
  return [typed, setTyped];
}
