import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
/** What a field holds; an assignment empties the choice of a file. */
const READ = /\b(?:target|currentTarget)\.value\b(?!\s*=[^=])/;
/** A password is kept to the letter. */
const RAW = [
  'src/ui/form/text-field.tsx: onChange={(event) => onChange(password ? event.target.value : typedText(event.target))}',
];

it('what is typed into a field is read by typedText alone, which takes out what nobody sees', () => {
  const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test(?:-support)?\.tsx?$/.test(file))
    .map((file) => `src/${file}`);
  const found = files.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .filter((line) => READ.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual(RAW);
});
