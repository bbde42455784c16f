/** The kinds of errors that a person meets: the administrator filters by them, and they choose the help. Pure. */
export const ERROR_KINDS = ['screen', 'form', 'calendar', 'sync', 'storage', 'sign_in', 'loading'] as const;
/** One of the kinds. */
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** Returns the kind of a stored type; `screen` for an unknown one. */
export const errorKindOf = (type: string): ErrorKind => ERROR_KINDS.find((kind) => kind === type) ?? 'screen';
