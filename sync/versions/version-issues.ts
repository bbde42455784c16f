/** The issues that another local schema version of a replica holds. Promise: reading them changes nothing. */
import { isDerived, type SyncIssue } from '#sync/core/issues.ts';
import { ISSUES_DOCUMENT, type IssueMap, STRANGE_ISSUES_DOCUMENT } from '#sync/writes/issue-book.ts';
import type { LocalDocument } from './other-versions.ts';

/** The documents in which a version keeps its issues. */
export const BOOKS: readonly string[] = [ISSUES_DOCUMENT, STRANGE_ISSUES_DOCUMENT];

/** Returns the issues among a version's own documents, also those of tables that the version of that version did not know. */
export const issuesIn = (documents: readonly LocalDocument[]): readonly SyncIssue[] =>
  documents
    .flatMap(({ id, value }) => (BOOKS.includes(id) ? Object.values((value as Partial<IssueMap>).issues ?? {}) : []))
    .filter(({ kind }) => !isDerived(kind));
