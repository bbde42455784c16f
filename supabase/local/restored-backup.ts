import postgres from 'postgres';

/**
 * Gives the histories of all salons new names after a backup was restored. Before anybody is served: what a device wrote in between would
 * be taken for a part of the backup, and what other devices hold beyond it would go without a word.
 */
export async function renameHistories(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    await sql`select private.restored_from_backup()`;
  } finally {
    await sql.end();
  }
}
