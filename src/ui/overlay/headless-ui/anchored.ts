/**
 * Places a list 6 px from its field and at least 8 px from the edges of the window. Each distance is a number, because Headless UI reads one
 * that it is not told from the styles, which lays the page out when the list opens and in every frame while it is open.
 */
export const anchored = { to: 'bottom start', gap: 6, offset: 0, padding: 8 } as const;
