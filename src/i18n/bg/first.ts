/** What the calendar's start shows, and what may come up on any screen before the rest is there (i18n.ts). */
export { default as booking } from './booking.json' with { type: 'json' };
export { default as calendar } from './calendar.json' with { type: 'json' };
export { default as common } from './common.json' with { type: 'json' };
export { default as leaving } from './leaving.json' with { type: 'json' };
/** The product's name, and the same drawn for the logo, so that it takes the theme's colours. */
export { default as logo } from './logo.json' with { type: 'json' };
export { default as shell } from './shell.json' with { type: 'json' };
