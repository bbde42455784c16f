/** What the reports of a lane's tools call wrong, a line each, so that the end of a long run says all of it once more. */

/** The first line of a message, without colours. */
const firstLine = (text = '') =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is how a terminal's colours begin
    .replaceAll(/\u001b\[[\d;]*m/g, '')
    .trim()
    .split('\n', 1)[0]
    .slice(0, 300);

/** @param report vitest's JSON: a file that could not run has a message and no tests */
export const wrongInVitest = ({ testResults }) =>
  testResults.flatMap(({ name, message, assertionResults }) => {
    const tests = assertionResults.filter(({ status }) => status !== 'passed');
    if (tests.length === 0 && message) return [`${name}: ${firstLine(message)}`];
    return tests.map(({ fullName, status, failureMessages: [why] = [] }) => `${fullName}: ${firstLine(why) || status}`);
  });

/** @param report Playwright's JSON, a tree of suites; `ok` is false for what failed or passed at the second try only */
export const wrongInPlaywright = ({ suites = [], specs = [] }) => [
  ...specs
    .filter(({ ok, tests }) => !ok || tests.some(({ status }) => status !== 'expected'))
    .map(({ title, file, tests }) => {
      const results = tests.flatMap((test) => test.results);
      const why = results.flatMap(({ errors }) => errors).at(0)?.message;
      return `${file} › ${title}: ${firstLine(why) || results.at(-1)?.status || 'did not run'}`;
    }),
  ...suites.flatMap(wrongInPlaywright),
];

/** @param report of a part of the simulation (`--json`) */
export const wrongInSimulation = ({ failures = [], missing = [] }) => [...failures.map(firstLine), ...missing];
