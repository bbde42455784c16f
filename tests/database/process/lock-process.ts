/** A start that does nothing but take a data folder's lock when it is told to, and say whether it has it (folder-lock.test.ts). */
import { DataFolderError, type FolderLock, takeLock } from '#local/postgres/folder-lock.ts';

let lock: FolderLock | null = null;
process.on('message', (said: { take: string } | 'release') => {
  if (said === 'release') {
    lock?.release();
    lock = null;
    return process.send?.('released');
  }
  try {
    lock = takeLock(said.take, said.take);
  } catch (error) {
    if (!(error instanceof DataFolderError)) throw error;
  }
  process.send?.(lock ? 'held' : 'refused');
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
