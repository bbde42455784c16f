import { configure, getConfig } from '@testing-library/react';

/** A dialog's frame is drawn before what stands in it (`useFrameFirst`). So many turns of React's work later it stands there, or is meant to be empty. */
const TURNS = 100;
const waits = Symbol.for('greben.waits-for-whole-dialogs');
// Not a test's own, where it sets the clock.
const turn = setImmediate;

const isFrame = () => document.querySelector('.dialog-panel > .body:empty') !== null;

/** What a test has waited for in a dialog it finds whole: a person, too, reads it once it is there. */
export function waitForWholeDialogs(): void {
  const { asyncWrapper } = getConfig();
  if (waits in asyncWrapper) return; // files of a kind share what they have loaded
  const whole: typeof asyncWrapper = async (found) => {
    const result = await asyncWrapper(found);
    for (let n = 0; n < TURNS && isFrame(); n++) await new Promise((resolve) => turn(resolve));
    return result;
  };
  configure({ asyncWrapper: Object.assign(whole, { [waits]: true }) });
}
