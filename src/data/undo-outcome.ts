/**
 * `undone`: all is as it was. `partly`: some fields hold a newer change of somebody else and stay. `changed`: all of them do.
 * `gone`: the event is not there any more.
 */
export type UndoOutcome = 'undone' | 'partly' | 'changed' | 'gone';
