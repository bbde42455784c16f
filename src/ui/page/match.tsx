/**
 * The text, with the part that matches the query bold and underlined. A text that was found by its phone or in another alphabet stays
 * plain.
 */
export function Match({ text, query }: { text: string; query: string }) {
  const at = query === '' ? -1 : text.toLocaleLowerCase().indexOf(query.toLocaleLowerCase());
  if (at < 0) return <>{text}</>;
  const end = at + query.length;
  return (
    <>
      {text.slice(0, at)}
      <b className="hit">{text.slice(at, end)}</b>
      {text.slice(end)}
    </>
  );
}
