/**
 * What only screens, dialogs and notices say that are fetched after the start (i18n.ts). A file that is called `.later` is the rest of
 * a namespace that begins in first.ts.
 */
export { default as admin } from './admin.json' with { type: 'json' };
export { default as auth } from './auth.json' with { type: 'json' };
export { default as booking } from './booking.later.json' with { type: 'json' };
export { default as calendar } from './calendar.later.json' with { type: 'json' };
export { default as clients } from './clients.json' with { type: 'json' };
export { default as common } from './common.later.json' with { type: 'json' };
export { default as employees } from './employees.json' with { type: 'json' };
export { default as importing } from './importing.json' with { type: 'json' };
export { default as install } from './install.json' with { type: 'json' };
export { default as issues } from './issues.json' with { type: 'json' };
export { default as keys } from './keys.json' with { type: 'json' };
export { default as leaving } from './leaving.later.json' with { type: 'json' };
export { default as lists } from './lists.json' with { type: 'json' };
export { default as palette } from './palette.json' with { type: 'json' };
export { default as plan } from './plan.json' with { type: 'json' };
export { default as products } from './products.json' with { type: 'json' };
export { default as profile } from './profile.json' with { type: 'json' };
export { default as reservation } from './reservation.json' with { type: 'json' };
export { default as restored } from './restored.json' with { type: 'json' };
export { default as salon } from './salon.json' with { type: 'json' };
export { default as services } from './services.json' with { type: 'json' };
export { default as shell } from './shell.later.json' with { type: 'json' };
export { default as shifts } from './shifts.json' with { type: 'json' };
export { default as standing } from './standing.json' with { type: 'json' };
export { default as steps } from './steps.json' with { type: 'json' };
export { default as stock } from './stock.json' with { type: 'json' };
export { default as sync } from './sync.json' with { type: 'json' };
export { default as visits } from './visits.json' with { type: 'json' };
