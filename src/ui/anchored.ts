export type Anchor = 'bottom start' | 'bottom end' | 'bottom' | 'top start' | 'top end' | 'right start';

/**
 * Where a list or panel stands beside its button, px. Each of the three is a number: one that Headless UI is not told it reads from the
 * styles, which lays the page out when the panel opens and asks in every frame while it is open.
 */
export const anchored = (to: Anchor) => ({ to, gap: 6, offset: 0, padding: 8 }) as const;
