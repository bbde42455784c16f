import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  codesIn,
  followed,
  heldTooSeldom,
  readChecklist,
  shortestName,
  type Texts,
  titlesIn,
  wrongDocuments,
  wrongFiles,
  wrongSections,
  wrongTests,
} from './checklist.ts';

/**
 * What code and documents speak of is in the clone: the codes of the checklist, the tests that hold its lines, documents, sections.
 * `GREBEN_CHECKLIST=follow` writes the new files of tests that moved into the checklist first.
 */
const repo = fileURLToPath(new URL('../..', import.meta.url));
const CHECKLIST = 'tests/spec/checklist.md';
const FOLDERS = ['build', 'schemas', 'sync', 'supabase', 'src', 'tests', 'docs'];
const TEST_FILE = /\.(?:test\.tsx?|spec\.ts)$/;

/** All files of that kind at the top and in those folders; what the bench has installed is not ours. */
function textsOf(kind: RegExp): Texts {
  const inside = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(repo, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  );
  const files = [...readdirSync(repo), ...inside]
    .filter((file) => kind.test(file) && !file.includes('node_modules'))
    .map((file) => file.split(path.sep).join('/'));
  return new Map(files.map((file) => [file, readFileSync(path.join(repo, file), 'utf8')]));
}

const code = textsOf(/\.(?:tsx?|mjs|js|css|sql)$/);
const documents = textsOf(/\.md$/);
const tests = new Map([...code].filter(([file]) => TEST_FILE.test(file)));
if (process.env.GREBEN_CHECKLIST === 'follow')
  writeFileSync(path.join(repo, CHECKLIST), followed(documents.get(CHECKLIST) ?? '', tests));
const checklist = readFileSync(path.join(repo, CHECKLIST), 'utf8');
const { lines, wrong } = readChecklist(checklist);
/** All but what plants mistakes of its own. */
const everything = [...code, ...documents].filter(([file]) => !file.startsWith('tests/rules/checklist.'));

/** What a start or a build makes. */
const BY_RUNNING = ['secrets.json', 'boot.js'];
const withoutFolders = (complaint: string) => complaint.replace(/^[^:]*\//, '');

describe('the checklist', () => {
  it('has each line of the specification once, in a form that is read', () => {
    expect(wrong).toEqual([]);
    expect(lines).toHaveLength(760);
    expect(checklist.match(/\*\*DECIDE:\*\*/g)).toHaveLength(57);
  });

  it('names only tests that there are', () => {
    expect(wrongTests(lines, tests)).toEqual([]);
    expect(lines.filter((line) => line.tests.length > 0).length).toBeGreaterThan(500);
  });

  it('names for each line that is held a test that npm test runs', () => {
    expect(heldTooSeldom(lines, tests)).toEqual([]);
  });
});

describe('code and documents name only', () => {
  it('lines that the checklist has', () => {
    const known = new Set(lines.map((line) => line.code));
    const kinds = new Set(lines.map((line) => line.code.slice(0, -3)));
    const named = everything.flatMap(([file, text]) => codesIn(text, kinds).map((one) => ({ file, code: one })));
    expect(named.filter((one) => !known.has(one.code))).toEqual([]);
    expect(named.length).toBeGreaterThan(lines.length);
  });

  it('documents and headings that there are', () => {
    const found = everything.flatMap(([file, text]) => wrongDocuments(file, text, documents));
    expect(found.map(withoutFolders)).toEqual([]);
  });

  it('files that there are, where a document names them', () => {
    const files = [...textsOf(/\.(?:tsx?|mjs|js|css|sql|json|toml)$/).keys(), ...BY_RUNNING];
    expect([...documents].flatMap(([file, text]) => (file === CHECKLIST ? [] : wrongFiles(file, text, files)))).toEqual([]);
  });

  it('sections in the form that the checklist explains', () => {
    const found = everything.flatMap(([file, text]) => (file === CHECKLIST ? [] : wrongSections(file, text)));
    expect(found.map(withoutFolders)).toEqual([]);
  });
});

const SMALL: Texts = new Map([
  ['src/a/drag.test.ts', "it('drops where it is let go', () => {});\ntest.each(ROWS)(\n  'snaps to %s', () => {});"],
  ['src/b/people.test.ts', "it('is called by name', () => {});\nit('is called by number', () => {});"],
  ['tests/people.test.ts', "it('drags nothing', () => {});"],
  [
    'tests/e2e/far.spec.ts',
    "test('goes far', {\n  tag: '@all',\n}, f);\ntest('goes near', async ({ browser }) => f({ tag: '@all' }));",
  ],
  ['tests/many.all.test.ts', "it('are many', () => {});"],
]);
const line = (state: string) =>
  `- [${state.includes('held by') ? 'x' : ' '}] DRAG-01 Events can be dragged (3 §2) → SPINE${state}`;
const complaints = (text: string) => {
  const read = readChecklist(text);
  return [...read.wrong, ...wrongTests(read.lines, SMALL)];
};

describe('it is noticed when', () => {
  it.each([
    [
      'a file is not there',
      ' — held by `drop.test.ts`: "snaps to"',
      /no test “snaps to”; one that begins so stands in src\/a\/drag/,
    ],
    ['a file has no such test', ' — held by `drag.test.ts`: "drags"', /one that begins so stands in tests\/people/],
    ['two files have the name', ' — held by `people.test.ts`: "drags nothing"', /is src\/b\/people.test.ts or tests\/people/],
    ['two tests begin so', ' — held by `b/people.test.ts`: "is called"', /2 tests/],
    ['the second of two is wrong', ' — held by `drag.test.ts`: "snaps to"; `drag.test.ts`: "flies"', /no test “flies”/],
    ['a tick names no test', ' — held by somebody', /no test is named/],
    ['a state is none', ' — nearly done', /no state/],
  ])('%s', (_what, state, said) => {
    expect(complaints(line(state))).toEqual([expect.stringMatching(said)]);
  });

  it.each([
    ['a story that is left out', ' — held by `far.spec.ts`: "goes far"', 1],
    ['files and stories that are left out', ' — held by `many.all.test.ts`: "are many"; `far.spec.ts`: "goes far"', 1],
    ['such a story and one that runs', ' — held by `far.spec.ts`: "goes far"; `far.spec.ts`: "goes near"', 0],
    ['a test that runs', ' — held by `drag.test.ts`: "snaps to"', 0],
    ['nobody yet', ' — built, no test', 0],
  ])('npm test would not notice: a line is held by %s', (_what, state, complaints) => {
    expect(heldTooSeldom(readChecklist(line(state)).lines, SMALL)).toHaveLength(complaints);
  });

  it('a code stands there twice, a line without one, or one that ends in nothing', () => {
    expect(complaints(`${line('')}\n${line('')}`)).toEqual(['DRAG-01: stands there twice']);
    expect(complaints('- [ ] Events can be dragged (3 §2) → SPINE')).toHaveLength(1);
    expect(complaints('- [ ] DRAG-01 Events can be dragged')).toHaveLength(1);
  });

  it('a code is named that the checklist does not have, in a list as well', () => {
    const kinds = new Set(['DRAG', 'I18N']);
    const text = 'A drop (DRAG-01, 02), I18N-09 to 12, UTF-16, drag-04';
    expect(codesIn(text, kinds)).toEqual(['DRAG-01', 'DRAG-02', 'I18N-09', 'I18N-12']);
  });

  it('a document, or a heading of it, is named that is not there', () => {
    const known: Texts = new Map([['sync/README.md', '# Sync\n\n## Erasure\n']]);
    const there = 'see sync/README.md, “Erasure”, and `*.md`';
    expect(wrongDocuments('src/a.ts', there, known)).toEqual([]);
    expect(wrongDocuments('sync/a.ts', `(${'README'}.md)`, known)).toEqual([]);
    expect(wrongDocuments('src/a.ts', `(${'LOST'}.md)`, known)).toEqual(['src/a.ts: LOST.md is not there']);
    expect(wrongDocuments('src/a.ts', 'sync/README.md, "Merge"', known)).toEqual([
      'src/a.ts: sync/README.md has no heading “Merge”',
    ]);
  });

  it('a file is named that is not there', () => {
    const said = '`merge.ts`, `sync/core/merge.ts`, `*.test.ts`, `/boot.js`, `postgres.log`';
    expect(wrongFiles('README.md', said, ['sync/core/merge.ts'])).toEqual([]);
    expect(wrongFiles('README.md', '`erge.ts`', ['sync/core/merge.ts'])).toEqual(['README.md: erge.ts is not there']);
  });

  it('a section is named of no document', () => {
    const sign = String.fromCharCode(0xa7);
    expect(wrongSections('a.ts', 'document 1 §2, §9; Document 3 §3 and §5')).toEqual([]);
    for (const text of [`guide ${sign}4`, `document 4 ${sign}2`, `document 1, section ${sign}0`])
      expect(wrongSections('a.ts', text)).toHaveLength(1);
  });
});

describe('a test that moved', () => {
  it('is followed where it stands in one file only, by the shortest name that is the only one', () => {
    expect(followed(line(' — held by `drop.test.ts`: "snaps to"'), SMALL)).toBe(line(' — held by `drag.test.ts`: "snaps to"'));
    expect(followed(line(' — held by `x.test.ts`: "is called by number"'), SMALL)).toContain('`b/people.test.ts`');
    const lost = line(' — held by `x.test.ts`: "flies"');
    expect(followed(lost, SMALL)).toBe(lost);
    expect(shortestName('tests/people.test.ts', SMALL)).toBe('tests/people.test.ts');
  });

  it('is known by its title, however the call is written', () => {
    expect([...titlesIn("it.each([1])(`%s is “so”`, f); it(\"b\", f); x('it\\'s', f); other('alone')")]).toEqual([
      '%s is “so”',
      'b',
      "it's",
    ]);
  });
});
