/** The work that differs by table: writing rows, and undoing them. `imports.ts` calls it part by part. */
import type { OpenReplica } from '#data/open-replica.ts';
import type { ImportBatch, ImportPart, WrittenPart } from './import-batches.ts';

/** The outcome of an undo. */
export interface UndoneImport {
  readonly removed: number;
  /** Records that were changed since, or that something refers to: a booking, a merged duplicate, a count. */
  readonly kept: number;
  /** Appointments of former imports that are as they were before this one; left out where there are none. */
  readonly back?: number;
}

/** Undoes one import. Both methods throw what the storage throws, and can be called again. */
export interface Undoing {
  /** Removes the records of a part that nobody has changed since. */
  part(part: number, content: ImportPart): Promise<UndoneImport>;
  /** Removes what the import made beside its rows. It is called after the last part. */
  end(): Promise<void>;
}

/** Writes rows of the type `R`, and undoes them. */
export interface ImportWork<R> {
  /**
   * Returns the function that writes the parts of one import, one after the other. A page may have been killed after it wrote a
   * part and before it noted it; then writing the part again makes nothing twice.
   * @throws what the storage throws
   */
  writer(replica: OpenReplica, batch: ImportBatch): (part: number, rows: readonly R[]) => Promise<WrittenPart>;
  undoing(replica: OpenReplica, batch: ImportBatch): Promise<Undoing>;
}
