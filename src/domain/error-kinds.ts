/** What an error that a person met was about: what the administrator filters by, and which help fits it. Pure. */

export const ERROR_KINDS = ['screen', 'form', 'calendar', 'sync', 'storage', 'sign_in', 'loading'] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** The kind that a stored type stands for; `screen` for a type from elsewhere. */
export const errorKindOf = (type: string): ErrorKind => ERROR_KINDS.find((kind) => kind === type) ?? 'screen';
