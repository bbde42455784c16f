/**
 * Makes log lines about what strangers send. Such a line cannot look like two, is short, and comes in limited number, so that
 * nobody fills the disk.
 */
const LONGEST = 300;
const A_MINUTE = 30;
const MINUTE_MS = 60_000;

export type Log = (line: string) => void;
/** `more` is our own text and is printed below the line unchanged. */
export type BoundedLog = (line: string, more?: string) => void;

/**
 * Returns a text as one line. It escapes characters that would move the cursor, begin a line or hide text, and cuts a long text.
 */
export function printable(text: string, longest = LONGEST): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return cut.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}

/** Returns the program's own lines of a stack. The first lines are the message, which may hold a stranger's text. */
export const ownLinesOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => /^ {4}at [^\r]*$/.test(line))
    .join('\n');

/** Logs at most thirty lines a minute; the next line tells how many were dropped. */
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
