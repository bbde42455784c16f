/**
 * Engines that are broken on purpose, beyond those without one of the rules (broken-rules.ts): a few lines of a source of sync/
 * are replaced on their way into the bundle of the devices (breaking.ts).
 */
export interface Change {
  /** Of sync/, without its folders. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export interface Break {
  /** What this engine does wrong, or the rule that it does without, as one would say it. */
  readonly says: string;
  readonly changes: readonly Change[];
}

export const BROKEN_ENGINES = {
  saysSyncedTooEarly: {
    says: 'the status is "synced" while rows are unsent',
    changes: [
      {
        file: 'status.ts',
        from: 'facts.roundInFlight || facts.pending > 0 || !facts.reached',
        to: 'facts.roundInFlight || !facts.reached',
      },
    ],
  },
  takesTheAnswerToAnother: {
    says: 'the answer to another request of the same call is taken for one’s own',
    changes: [
      {
        file: 'answers.ts',
        from: 'value.salon_id === salonId && value.request === request',
        to: 'value.salon_id === salonId && request.length > 0',
      },
    ],
  },
  neverRetriesPush: {
    says: 'a row whose push failed is not pushed again',
    changes: [
      {
        file: 'row-state.ts',
        from: 'if (row === null || row.pending === 0) return null;',
        to: 'if (row === null || row.pending === 0 || row.sent !== null) return null;',
      },
    ],
  },
  pushesByTheClock: {
    says: 'what was edited at an earlier hour than what the server last took counts as sent (RxDB’s upstream checkpoint)',
    changes: [
      {
        file: 'row-state.ts',
        from: "export const KEEP: Step = { kind: 'keep' };",
        to: "export const KEEP: Step = { kind: 'keep' }; const upTo = new Map<number, string>();",
      },
      {
        file: 'row-state.ts',
        from: 'if (row === null || row.pending === 0) return null;',
        to: "if (row === null || row.pending === 0 || (row.edited_at ?? '') < (upTo.get(stepContext.salonId) ?? '')) return null;",
      },
      {
        file: 'row-state.ts',
        from: 'if (isErased(table, cur) && !isErased(table, change.doc)) return put(',
        to: "if ((cur.edited_at ?? '') > (upTo.get(stepContext.salonId) ?? '')) upTo.set(stepContext.salonId, cur.edited_at ?? '');\n  if (isErased(table, cur) && !isErased(table, change.doc)) return put(",
      },
    ],
  },
  dropsOursInSilence: {
    says: 'a field changed differently on both sides takes the server’s value, and no issue keeps ours',
    changes: [{ file: 'merge.ts', from: "conflicts.push({ kind: 'field', group });", to: '' }],
  },
  writesOnlyOnce: {
    says: 'a compare-and-set that was beaten is not tried again',
    changes: [{ file: 'apply-steps.ts', from: 'open = beaten;', to: 'open = [];' }],
  },
  insertsOverDeletions: {
    says: 'a row that was absent when it was read is written over the deletion that another tab has stored meanwhile',
    changes: [
      { file: 'rxdb-stores.ts', from: '?? ABSENT;', to: '?? (undefined as unknown as RowDocument);' },
      { file: 'rxdb-stores.ts', from: 'const { _meta, _rev } = previous;', to: 'const { _meta, _rev } = previous ?? ABSENT;' },
      { file: 'rxdb-stores.ts', from: 'if (previous === ABSENT) return null;', to: 'if (previous === undefined) return null;' },
    ],
  },
  appliedSettlesAll: {
    says: 'an answer settles its row, also when it was edited since the request',
    changes: [
      {
        file: 'row-state.ts',
        from: 'if (sameIn(row, base, SHAPES[table].writable))',
        to: 'if (base !== null)',
      },
    ],
  },
  rebuildForgetsUnsent: {
    says: 'a rebuild clears unsent rows with the others',
    changes: [
      {
        file: 'row-state.ts',
        from: "if (cur.pending === 0) return { kind: 'remove', issues: fork",
        to: "if (cur.pending !== 2) return { kind: 'remove', issues: fork",
      },
    ],
  },
  deletionWinsInSilence: {
    says: 'deleted here, edited there: the deletion wins, and nobody is asked',
    changes: [{ file: 'merge.ts', from: 'if (!editedThere || allIsOurs)', to: 'if (ours.deleted || editedThere || allIsOurs)' }],
  },
  editGoesWithTheDeleted: {
    says: 'edited here, deleted there: the edit goes without an issue',
    changes: [{ file: 'merge.ts', from: "theirs([{ kind: 'deleted-there', group: null }])", to: 'theirs()' }],
  },
  oursWinsInSilence: {
    says: 'a field changed differently on both sides takes our value, and nobody is asked',
    changes: [
      {
        file: 'merge.ts',
        from: 'const changedThere = !isOurOwn(sent, group, server, base) && (liveBase === null || !sameIn(server, liveBase, group));',
        to: 'const changedThere = false;',
      },
    ],
  },
  countsAddUp: {
    says: 'two counts of a product that do not know of each other are added up, and nobody is asked',
    changes: [
      {
        file: 'merge.ts',
        from: "conflicts.push({ kind: 'field', group });",
        to: "if (group[0] === 'quantity') {\n        values.quantity = Number(server.quantity) + Number(ours.quantity);\n        pending = true;\n      } else conflicts.push({ kind: 'field', group });",
      },
    ],
  },
  ourSetWinsInSilence: {
    says: 'a set of shifts replaced on both sides is ours, and nobody is asked',
    changes: [
      {
        file: 'merge.ts',
        from: 'if (!changedThere || (base === null && server.deleted === true)) return mine();',
        to: 'if (changedHere) return mine();',
      },
    ],
  },
  mixesMoves: {
    says: 'start, end and employee of a booking are merged one by one',
    changes: [
      {
        file: 'columns.ts',
        from: 'groups: [...table.groups, ...writable.filter((field) => !grouped.has(field)).map((field) => [field])],',
        to: 'groups: (grouped.size < 0 ? [] : writable).map((field) => [field]),',
      },
    ],
  },
  oneAgreementWins: {
    says: 'what was agreed to on both sides is what the server has of it, and nobody is asked',
    changes: [
      {
        file: 'merge.ts',
        from: 'values[field] = joinedAgreements(fieldOf(server, field), fieldOf(ours, field), liveBase?.[field], sent?.[field] ?? []);',
        to: 'values[field] = fieldOf(server, field);',
      },
    ],
  },
  agreementStaysHere: {
    says: 'a booking leaves without what was agreed to about it',
    changes: [
      {
        file: 'row-state.ts',
        from: 'fieldOf(row, f) !== fieldOf(base, f) || sent?.[f] !== undefined',
        to: "f !== 'overlap_agreed' && (fieldOf(row, f) !== fieldOf(base, f) || sent?.[f] !== undefined)",
      },
    ],
  },
  halfACommandStays: {
    says: 'a command that failed half-way is not put back',
    changes: [{ file: 'write-local.ts', from: 'takeBack(context, writtenTables)', to: 'takeBack(context, [])' }],
  },
  refusesInSilence: {
    says: 'a refused edit is taken back without an issue',
    changes: [
      {
        file: 'row-state.ts',
        from: 'const step = settle(stepContext, table, { ...cur, ...serverValues }, [issue]);',
        to: 'const step = settle(stepContext, table, { ...cur, ...cur.base }, []);',
      },
    ],
  },
  forgetsWhatItReverted: {
    says: 'what was sent and then taken back is not sent back',
    changes: [
      {
        file: 'row-state.ts',
        from: 'fieldOf(row, f) !== fieldOf(base, f) || sent?.[f] !== undefined',
        to: 'fieldOf(row, f) !== fieldOf(base, f)',
      },
    ],
  },
  appliedKeepsTheOldBase: {
    says: 'a row edited while it was sent keeps the base of before',
    changes: [
      {
        file: 'row-state.ts',
        from: 'return put({ ...row, rev, pending: 1, base, sent: null });',
        to: 'return put({ ...row, rev, pending: 1, base: cur.base ?? base, sent: null });',
      },
    ],
  },
  carriesNoIssues: {
    says: 'after an update of the app the issues of before are not taken over',
    changes: [{ file: 'adopt.ts', from: 'await takeIssues(to, issues);', to: '' }],
  },
  rebuildClearsIssues: {
    says: 'a rebuild clears the issues with the rows',
    changes: [
      {
        file: 'rebuild.ts',
        from: '  return isOurs(context);\n}',
        to: '  await context.issues.rewrite(() => null);\n  return isOurs(context);\n}',
      },
    ],
  },
  offersErased: {
    says: 'what is held beyond a restored backup is offered also of an erased client',
    changes: [
      {
        file: 'erasure.ts',
        from: "if (issue.table === 'clients' && issue.rowId === clientId) return null;",
        to: "if (issue.kind === 'restored') return issue; if (issue.table === 'clients' && issue.rowId === clientId) return null;",
      },
      {
        file: 'erased-notes.ts',
        from: 'erasedClients.size === 0',
        to: 'erasedClients.size >= 0',
      },
    ],
  },
  putsBackUnasked: {
    says: 'what is held beyond a restored backup is put back by the next round, and nobody is asked',
    changes: [
      {
        file: 'put-back.ts',
        from: 'const rows = await rowsOf(context, restored);',
        to: 'await putBack(context, null, restored.map(({ id }) => id)); const rows = await rowsOf(context, restored);',
      },
    ],
  },
  backupRevivesErased: {
    says: 'after a restored backup nobody is erased again',
    changes: [{ file: 'rebuild.ts', from: 'await eraseAgain(context, state);', to: 'void context;' }],
  },
  erasureForgetsTheBase: {
    says: 'an erased client’s note stays in what a booking was before its edit',
    changes: [{ file: 'erasure.ts', from: 'if (isOf(base, clientId)) next = { ...next, base: withoutNote(base) };', to: '' }],
  },
  firstPageIsAll: {
    says: 'what comes after the first page is not asked for',
    changes: [{ file: 'sync-state.ts', from: 'more ||= page.more;', to: 'more ||= page.more && name === TABLE_NAMES[0];' }],
  },
  limitCountsLength: {
    says: 'an answer that keeps coming is given up when its time is over',
    changes: [{ file: 'request.ts', from: 'stopWaiting();\n    stopWaiting = waitFor(pace.silence);', to: '' }],
  },
  sizesNeverShrink: {
    says: 'what was too much for the line is asked for again as it was',
    changes: [
      { file: 'pace.ts', from: 'const smaller = way !== undefined && pace[way] > least[way];', to: 'const smaller = false;' },
    ],
  },
  sendingHasNoTime: {
    says: 'what goes up is given up after the same while, however much it is',
    changes: [
      {
        file: 'pace.ts',
        from: 'Math.max(SILENCE_MS, MARGIN * ((bytes + HEAD_BYTES) / pace.speed) * 1000)',
        to: 'SILENCE_MS + 0 * bytes',
      },
    ],
  },
  keepsWhatIsOld: {
    says: 'an event that was moved behind the horizon stays on the screens',
    changes: [
      {
        file: 'row-state.ts',
        from: 'settled.deleted || behindHorizon(table, settled, stepContext.horizon)',
        to: 'settled.deleted',
      },
    ],
  },
  overwritesTheMark: {
    says: 'databases that were cleared under an open page are made anew in silence, and the note of what they held is overwritten',
    changes: [
      { file: 'dexie-storage.ts', from: 'if (stood.has(db)) throw emptied();', to: '' },
      { file: 'dexie-storage.ts', from: 'if (stood.has(db) && !(await isSame())) throw emptied();', to: '' },
      {
        file: 'loss.ts',
        from: 'previous !== null && previous.replica !== null && current.replica !== null && previous.replica !== current.replica;',
        to: 'false;',
      },
    ],
  },
  asksWithoutPause: {
    says: 'a new device that finds no line asks again at once, fifty times',
    changes: [
      {
        file: 'scheduler.ts',
        from: 'pokedRevInRound > 0 && pokedRevInRound > parts.known()',
        to: 'failures < 50 && pokedRevInRound > parts.known()',
      },
    ],
  },
  takesBackTooMuch: {
    says: 'a command that failed half-way puts back also what was written over it since',
    changes: [{ file: 'write-local.ts', from: 'if (!isAsWritten) return KEEP;', to: '' }],
  },
  writersAskNobody: {
    says: 'a category’s services are moved whatever the role of whoever is signed in',
    changes: [
      {
        file: 'renamed-categories.ts',
        from: "if (!rightsOf(replica).may('services', 'category')) return note(replica, []);",
        to: '',
      },
      // The gate of every write, for what this writer writes alone, and the hand that tidies up after it.
      {
        file: 'write-local.ts',
        from: "if (membership && membership.role !== 'owner')",
        to: "if (membership && membership.role !== 'owner' && canonical.some((one) => Object.keys(one.change).join() !== 'category'))",
      },
      {
        file: 'renamed-categories.ts',
        from: 'if (atRest()) await letGo(replica, await firstValueFrom(replica.issues$));',
        to: '',
      },
    ],
  },
  answersAreMixed: {
    says: 'a booking’s status and until when it waits are two decisions: a confirmation meets a request that is over, and nobody is asked',
    changes: [
      {
        file: 'columns.ts',
        from: 'const grouped = new Set(table.groups.flat());',
        to: "const groups = table.groups.filter((group) => !group.includes('requested_until')); const grouped = new Set(groups.flat());",
      },
      { file: 'columns.ts', from: 'groups: [...table.groups, ', to: 'groups: [...groups, ' },
    ],
  },
} as const satisfies Record<string, Break>;

export type BrokenEngine = keyof typeof BROKEN_ENGINES;
