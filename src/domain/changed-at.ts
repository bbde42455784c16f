/** When a row last became what it is, ISO UTC: by this device's clock while that is unsent, else the server's word; null: unknown. */
export const changedAt = ({ edited_at, updated_at }: { edited_at: string | null; updated_at: string | null }): string | null =>
  edited_at ?? updated_at;
