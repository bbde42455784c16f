/**
 * Writes PostgreSQL's output into `postgres.log`. The output comes through a pipe of ours, which cuts long lines, counts the
 * messages of refused requests instead of writing them without end, and keeps the file small. Promise: whatever strangers cause,
 * the file and its one predecessor together hold at most `2 * LARGEST` bytes, and messages about PostgreSQL itself (a crash, a
 * start, a full disk) are not lost among the others.
 *
 * PostgreSQL ignores a pipe that nobody reads (SIGPIPE, EPIPE), so it keeps running if we are killed with -9.
 */
import { appendFileSync, renameSync, statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { boundedLog, type Log, printable } from '#local/log-lines.ts';

/** The largest size in bytes. A quiet year of a salon has less, and an operator can still open it in any editor. */
const LARGEST = 2 * 1024 * 1024;
/**
 * The longest line in characters. Its own lines are shorter; a refused value that a message quotes may be as long as a stranger
 * likes.
 */
const LONGEST_LINE = 2_000;
/**
 * Matches the server's messages about itself, by `log_line_prefix` below. All others (ERROR, WARNING, further lines of a message)
 * may come from a request.
 */
const OF_ITSELF = /^\S+ \S+ \S+ \[\d+\] (LOG|FATAL|PANIC): /;

/** Settings of PostgreSQL: the fault of a refused request is logged, but none of its statements, values or rows. */
export const LOG_SETTINGS = {
  log_destination: 'stderr',
  logging_collector: 'off',
  log_line_prefix: '%m [%p] ',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  // DETAIL and CONTEXT quote whole rows, and a salon's clients do not belong in a log.
  log_error_verbosity: 'terse',
  log_parameter_max_length_on_error: '0',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_timezone: 'UTC',
} as const;

function append(file: string, line: string): void {
  const text = `${line}\n`;
  const stands = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (stands + Buffer.byteLength(text) > LARGEST) renameSync(file, `${file}.1`);
  appendFileSync(file, text, { mode: 0o600 });
}

/** Gives each line to `take`, cut to its limit. It holds only that much of a line in memory. */
function linesOf(stream: Readable, take: Log): void {
  let line = '';
  const longer = (part: string) => {
    line = (line + part).slice(0, LONGEST_LINE + 1);
  };
  const end = () => {
    if (line !== '') take(line);
    line = '';
  };
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    for (const [at, part] of chunk.split('\n').entries()) {
      if (at > 0) end();
      longer(part);
    }
  });
  stream.on('end', end);
}

/** Writes the lines of `stream` into `file` until it ends. `heard` gets every line, even one that is only counted. */
export function logPostgres(stream: Readable, file: string, heard: Log): void {
  const write = (line: string) => {
    try {
      append(file, line);
    } catch {
      return; // a full disk costs the line, but not the server
    }
  };
  const bounded = boundedLog(write);
  linesOf(stream, (line) => {
    heard(line);
    if (OF_ITSELF.test(line)) write(printable(line, LONGEST_LINE));
    else bounded(line);
  });
  stream.on('error', () => undefined); // the pipe of a process that has ended
}
