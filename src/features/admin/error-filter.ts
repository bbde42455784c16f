import type { UserErrorRow } from './admin-reads.ts';

export interface ErrorFilter {
  /** A salon's id as text; empty for all. */
  salon: string;
  kind: string;
  /** One day, yyyy-MM-dd, in this device's time zone; empty for all. */
  day: string;
}

export const NO_FILTER: ErrorFilter = { salon: '', kind: '', day: '' };

const two = (n: number) => String(n).padStart(2, '0');

function dayOf(iso: string): string {
  const at = new Date(iso);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

export function errorFits(row: UserErrorRow, { salon, kind, day }: ErrorFilter): boolean {
  return (
    (salon === '' || String(row.salon_id) === salon) &&
    (kind === '' || row.error_type === kind) &&
    (day === '' || dayOf(row.created_at) === day)
  );
}
