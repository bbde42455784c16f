/**
 * The ids that rows may have. They sort below '~', the end of a pull's cursor, and none of them is a name that every
 * JavaScript object knows: rows are looked up by id. The database checks the same.
 */
const ROW_ID = /^(?!(?:__proto__|constructor|prototype)$)[A-Za-z0-9_./:-]{1,120}$/;

export function isRowId(text: string): boolean {
  return ROW_ID.test(text);
}
