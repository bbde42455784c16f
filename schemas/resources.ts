import { boolean, date, initially, key, oneOf, optional, type RowOf, table, text } from './table.ts';

/** Employees (document 2 §3). The password is write-only and never part of a row. */
export const resources = table(
  'resources',
  {
    name: text(),
    color: initially(key(), '#3b82f6'),
    email: optional(text()),
    role: oneOf(['employee'], 'employee'),
    active: boolean(true),
    position: optional(text()),
    phone: optional(text({ maxLength: 40 })),
    username: optional(text()),
    start_date: optional(date()),
    end_date: optional(date()),
    group_id: optional(key()),
    avatar: optional(text({ maxLength: 2000 })),
  },
  { refs: { group_id: 'employee_groups' } },
);
export type Resource = RowOf<typeof resources>;
