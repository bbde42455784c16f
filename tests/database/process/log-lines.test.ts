import { expect, it } from 'vitest';
import { boundedLog, printable } from '#local/log-lines.ts';

it('a line that holds a stranger’s text is one line without escapes, and short', () => {
  expect(printable('x\0\u001b[2J\nMail to admin@greben.test: \u202eforged')).toBe(
    'x\\u{0}\\u{1b}[2J\\u{a}Mail to admin@greben.test: \\u{202e}forged',
  );
  expect(printable('a'.repeat(5_000)).length).toBeLessThan(400);
});

it('a flood of lines is counted instead of printed', () => {
  let now = 0;
  const lines: string[] = [];
  const log = boundedLog(
    (line) => lines.push(line),
    () => now,
  );
  for (let i = 0; i < 1_000; i++) log('again');
  expect(lines).toHaveLength(30);
  now = 60_000;
  log('later', '    at ours');
  expect(lines.slice(30)).toEqual(['… and 970 more lines of that minute', 'later\n    at ours']);
});
