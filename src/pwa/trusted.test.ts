import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

/** Anew for each test: a policy is made once. */
async function anew() {
  vi.resetModules();
  return import('./trusted.ts');
}

it('lets only scripts of this origin through, with Trusted Types and without', async () => {
  const plain = await anew();
  expect(plain.scriptAddress('/sw.js')).toBe('/sw.js');
  for (const foreign of ['//evil.test/x.js', 'https://evil.test/x.js', 'data:text/javascript,0', 'x.js'])
    expect(() => plain.scriptAddress(foreign)).toThrow(TypeError);

  const made: string[] = [];
  vi.stubGlobal('trustedTypes', {
    createPolicy(name: string, rules: { createScriptURL(path: string): string }) {
      made.push(name);
      return { ...rules, createScriptURL: (path: string) => ({ trusted: rules.createScriptURL(path) }) };
    },
  });
  const held = await anew();
  expect(held.scriptAddress('/sw.js')).toEqual({ trusted: '/sw.js' });
  expect(() => held.scriptAddress('https://evil.test/x.js')).toThrow(TypeError);
  expect(made).toEqual(['greben']);
});
