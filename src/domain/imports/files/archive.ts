/** Unpacks an archive into its files. Google exports calendars as one. */
import { unzipSync } from 'fflate';
import { MOST_FILE_BYTES } from './read-source-file.ts';
import { archiveKind } from './workbook.ts';

/** Matches the names of files that may hold clients, an offer or appointments. Programs pack pictures and pages beside them. */
const READ = /\.(?:ics|vcf|csv|tsv|txt|xlsx?)$/i;
/** Matches the twin that a Mac packs beside each file. */
const TWIN = /(?:^|\/)(?:__MACOSX\/|\._)/;
/** The most files of an archive that are read. An archive with more was packed by accident. */
const MOST_FILES = 100;

/** A file of an archive, by its own name without folders. */
export interface PackedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Returns the files of an archive that may be read; none for a workbook or a document, and none if the archive is broken, too
 * large, or without such files.
 * @param name the archive's own, with its ending
 */
export function filesIn(archive: Uint8Array, name: string): readonly PackedFile[] {
  let size = 0;
  let count = 0;
  try {
    if (archiveKind(archive, name) !== 'zip') return [];
    const files = unzipSync(archive, {
      filter: ({ name: path, originalSize }) => {
        if (!READ.test(path) || TWIN.test(path)) return false;
        size += originalSize;
        count += 1;
        if (size > MOST_FILE_BYTES || count > MOST_FILES) throw new RangeError('An archive is too large');
        return true;
      },
    });
    return Object.entries(files).map(([path, bytes]) => ({ name: path.slice(path.lastIndexOf('/') + 1), bytes }));
  } catch (error) {
    console.warn('An archive could not be unpacked', error);
    return [];
  }
}
