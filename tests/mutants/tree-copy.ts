/**
 * A copy of the tree in a temporary folder, in which files are broken: whatever becomes of the run, killed or not, the tree itself is as
 * it was.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface TreeCopy {
  readonly folder: string;
  /** Puts the replacement there while the work is done. @param file its path from the root */
  broken<T>(file: string, text: string, replacement: string, work: () => Promise<T>): Promise<T>;
  remove(): void;
}

/** What git knows or would: nothing that a build or a run has made. */
export function filesOfTree(root: string): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return listed.split('\0').filter((file) => file && statSync(path.join(root, file), { throwIfNoEntry: false })?.isFile());
}

export function copyTree(root: string, files: readonly string[] = filesOfTree(root)): TreeCopy {
  const folder = mkdtempSync(path.join(tmpdir(), 'greben-mutants-'));
  for (const file of files) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    copyFileSync(path.join(root, file), path.join(folder, file));
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return {
    folder,
    async broken(file, text, replacement, work) {
      const at = path.join(folder, file);
      const whole = readFileSync(at, 'utf8');
      writeFileSync(
        at,
        whole.replace(text, () => replacement),
      );
      try {
        return await work();
      } finally {
        writeFileSync(at, whole);
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
