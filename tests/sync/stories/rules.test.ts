import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';
import { World } from '../devices.ts';
import { breaking, rulesAt, withoutRule } from '../simulation/mutants/breaking.ts';
import { BROKEN_RULES, type Rule } from '../simulation/mutants/broken-rules.ts';
import { RULE_STORIES } from './rule-stories.ts';
import type { RuleStory } from './rule-story.ts';

/**
 * A rule that nobody has seen missing may well hold nothing. So each story is told twice: with all rules it must hold,
 * without its own rule alone it must break.
 */
const stories = Object.entries(RULE_STORIES) as [Rule, RuleStory][];
const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = path.join(HERE, '..', '..', '..');

interface Told {
  readonly World: typeof World;
  readonly RULE_STORIES: typeof RULE_STORIES;
}

/** Below the packages, which stay outside of the bundles: their `expect` is the one of this file. */
const folder = mkdtempSync(path.join(ROOT, 'node_modules', '.greben-rules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The stories and the engine that they are told with, in a module of their own. */
async function bundled(name: string, plugins: Plugin[]): Promise<Told> {
  const outfile = path.join(folder, `${name}.mjs`);
  await build({
    stdin: {
      contents: "export { World } from '../devices.ts'; export { RULE_STORIES } from './rule-stories.ts';",
      resolveDir: HERE,
    },
    ...{ outfile, bundle: true, format: 'esm', platform: 'node', target: 'node20', packages: 'external', logLevel: 'warning' },
    plugins,
  });
  return (await import(outfile)) as Told;
}

describe('with all rules of the protocol', () => {
  it.each(stories.map(([rule, told]) => ({ rule, ...told })))('$rule: $name', async ({ story }) => {
    const world = new World();
    await story(world);
    expect(world.devices.flatMap(({ faults }) => faults)).toEqual([]);
  });

  it('they hold in a bundle as well', async () => {
    const told = await bundled('whole', []);
    for (const { story } of Object.values(told.RULE_STORIES)) await story(new told.World());
  });
});

describe('without one rule its story breaks', () => {
  it.each(stories)('%s', async (rule) => {
    const told = await bundled(rule, [breaking(rule)]);
    let broke: unknown = null;
    try {
      await told.RULE_STORIES[rule].story(new told.World());
    } catch (error) {
      broke = error;
    }
    expect(broke, 'the story held without the rule').toMatchObject({ name: 'AssertionError' });
  });
});

describe('the marks of the rules in sync/', () => {
  const files = readdirSync(path.join(ROOT, 'sync'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const marked = files.map((file) => ({ file, rules: rulesAt(readFileSync(path.join(ROOT, 'sync', file), 'utf8')).flat() }));

  it('are those of the rules that there are, each where its break expects it', () => {
    const places = (of: { file: string; rules: readonly string[] }[]) =>
      of.flatMap(({ file, rules }) => [...new Set(rules)].map((rule) => `${rule}: ${path.basename(file)}`)).sort();
    const expected = Object.entries(BROKEN_RULES).flatMap(([rule, { changes }]) =>
      changes.map(({ file }) => ({ file, rules: [rule] })),
    );
    expect(places(marked)).toEqual([...new Set(places(expected))]);
  });

  it('are missed where one has gone, and where the line under one has changed', () => {
    const changes = [{ file: 'a.ts', from: 'if (early) return;', to: '' }];
    const text = (line: string) => `// ★ early, late: said once.\n// And more.\n${line}\nlet more;`;
    expect(withoutRule('early', text('if (early) return;'), changes).text).toBe(text(''));
    expect(withoutRule('early', 'if (early) return;', changes).done).toEqual([]);
    expect(() => withoutRule('early', text('if (soon) return;'), changes)).toThrow(/no change fits/);
  });
});
