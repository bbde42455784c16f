/** Lines about what strangers send: printed so that they forge no other line, short, and not without end, or they fill the disk. */
const LONGEST = 300;
const A_MINUTE = 30;
const MINUTE_MS = 60_000;

export type Log = (line: string) => void;
/** `more` is ours and goes below as it stands. */
export type BoundedLog = (line: string, more?: string) => void;

/** One line: what would move the cursor, begin a line or hide text is written out, and what is too long is cut. */
export function printable(text: string, longest = LONGEST): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return cut.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}

/** The lines of a stack that are the program's own; its first ones, the message, may hold what a stranger sent. */
export const ownLinesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^ {4}at [^\r]*$/.test(line))
    .join('\n');

/** At most thirty a minute; what is said next tells how many more there were. */
export function boundedLog(log: Log, now: () => number = Date.now): BoundedLog {
  let minute = 0;
  let lines = 0;
  return (line, more) => {
    const current = Math.floor(now() / MINUTE_MS);
    if (current !== minute) {
      if (lines > A_MINUTE) log(`… and ${lines - A_MINUTE} more lines of that minute`);
      minute = current;
      lines = 0;
    }
    lines += 1;
    if (lines <= A_MINUTE) log(more ? `${printable(line)}\n${more}` : printable(line));
  };
}
