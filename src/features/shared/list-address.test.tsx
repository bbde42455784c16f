// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useOwnAddress } from './list-address.ts';

afterEach(cleanup);

/** A list at an address, that writes and is shown addresses. */
function list() {
  const onOther = vi.fn();
  const hook = renderHook(({ address }) => useOwnAddress(address, onOther), { initialProps: { address: '' } });
  return { onOther, write: hook.result.current, show: (address: string) => hook.rerender({ address }) };
}

describe('an address that a list writes itself', () => {
  it('is no news to it, however late it is shown', () => {
    const { onOther, write, show } = list();
    for (const text of ['q=в', 'q=ве', 'q=вер']) write(text);
    show('q=в');
    show('q=вер'); // the one between was overtaken
    expect(onOther).not.toHaveBeenCalled();
  });

  it('is followed where a link or Back shows another one, or once more one from before', () => {
    const { onOther, write, show } = list();
    write('q=в');
    show('q=в');
    show('');
    show('q=в');
    expect(onOther.mock.calls).toEqual([[''], ['q=в']]);
  });
});
