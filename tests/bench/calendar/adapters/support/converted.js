/** What a calendar wants for each of our events; the same event gives the same object, so that it can see what changed. */
export function converted(make) {
  const made = new WeakMap();
  return (event) => {
    const known = made.get(event);
    if (known) return known;
    const fresh = make(event);
    made.set(event, fresh);
    return fresh;
  };
}
