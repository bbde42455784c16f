export interface ListedKey {
  /** The action of the keys. */
  readonly label: string;
  /** The keys as they are printed on a keyboard, pressed together. */
  readonly shown: readonly string[];
}

/** A list of keys and their actions, under a headline. */
export function KeyList({ title, keys }: { title: string; keys: readonly ListedKey[] }) {
  return (
    <section className="mb-4">
      <h3 className="mb-1.5 text-sm font-semibold text-ink-2">{title}</h3>
      <dl className="grid grid-cols-[fit-content(50%)_minmax(0,1fr)] max-[20rem]:grid-cols-1 items-center gap-x-4 gap-y-1.5">
        {keys.map(({ label, shown }) => (
          <div key={label} className="contents">
            <dt className="flex flex-wrap gap-1">
              {shown.map((key) => (
                <kbd key={key} className="kbd">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
