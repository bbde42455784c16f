/** More results than this are forgotten together. */
const MOST_KEPT = 50_000;

/** Returns the function with each result kept: the entries of a file say the same over and over. */
export function onceEach<T extends string | object | null>(find: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const result = find(text);
    if (known.size >= MOST_KEPT) known.clear();
    known.set(text, result);
    return result;
  };
}
