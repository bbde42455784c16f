// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useAddress } from './use-address.ts';

it('two filters that are set in one press both stand in the address', async () => {
  const { result } = renderHook(() => ({ address: useAddress(), location: useLocation() }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <RouterProvider router={createMemoryRouter([{ path: '*', element: children }], { initialEntries: ['/?q=anna&page=3'] })} />
    ),
  });
  await act(async () => {
    result.current.address.set({ q: '' });
    result.current.address.set({ status: 'rejected' });
  });
  expect(result.current.location.search).toBe('?status=rejected');
});
