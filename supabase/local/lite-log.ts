/**
 * lite knows no logger: it prints every error that it answers, with its stack, by `console.error`. What it prints while it works on a
 * request goes through the bounded log instead, one line an error, so that no stranger fills the log; only an error that is not the
 * database's keeps its stack. What others print stays as it is.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type BoundedLog, ownLinesOf } from './log-lines.ts';

const logOfRequest = new AsyncLocalStorage<BoundedLog>();

/** Works on a request, and sends what is printed meanwhile to that log. */
export const printingTo = <T>(log: BoundedLog, work: () => T): T => logOfRequest.run(log, work);

function told(what: unknown): { line: string; stack: string } {
  if (!(what instanceof Error)) return { line: String(what), stack: '' };
  const { code } = what as { code?: string };
  if (code !== undefined) return { line: `${code}: ${JSON.stringify(what.message)}`, stack: '' };
  return { line: String(what), stack: ownLinesOf(what) };
}

const printed = console.error;
console.error = (...what: unknown[]) => {
  const log = logOfRequest.getStore();
  if (!log) return printed(...what);
  const parts = what.map(told);
  log(parts.map(({ line }) => line).join(' '), parts.map(({ stack }) => stack).join(''));
};
