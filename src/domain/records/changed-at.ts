/**
 * Returns when a row got its present values, ISO UTC: by this device's clock while they are unsent, else by the server's; null if
 * unknown.
 */
export const changedAt = ({ edited_at, updated_at }: { edited_at: string | null; updated_at: string | null }): string | null =>
  edited_at ?? updated_at;
