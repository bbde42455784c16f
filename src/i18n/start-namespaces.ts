/**
 * The namespaces that come with the start: what the calendar shows, and what may come up on any screen before the rest is there. Of each
 * language they are one file of the build, and all others a second one (i18n.ts, build/code-groups.ts).
 */
export const START_NAMESPACES: readonly string[] = [
  'booking',
  'calendar',
  'closed',
  'common',
  'leaving',
  'logo',
  'shell',
  'undo',
];
