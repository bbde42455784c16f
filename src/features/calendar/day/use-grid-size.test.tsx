// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useGridSize } from './use-grid-size.ts';
import { changeZoom } from './zoom.ts';

it('knows the height of an hour that was chosen here before the grid is drawn: by it today opens at the present hour', () => {
  changeZoom(120);
  expect(document.documentElement.dataset.zoom).toBeUndefined();
  const { result } = renderHook(() => useGridSize(3));
  expect(result.current.hourHeight).toBe(120);
});
