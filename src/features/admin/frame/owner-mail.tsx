/** An owner's e-mail in a narrow column: it breaks before its @, and not within a word. */
export function OwnerMail({ mail }: { mail: string | null }) {
  if (!mail) return '–';
  const at = Math.max(mail.lastIndexOf('@'), 0);
  return (
    <span className="text-ink-2">
      {mail.slice(0, at)}
      <wbr />
      {mail.slice(at)}
    </span>
  );
}
