/** Thrown by a command that would break a rule of the specification; nothing was written. */

/**
 * The label keys of refusals, by the spec (document 2 §8) or by us. A form checks the same before it calls the command, and has the words;
 * what can happen only between two devices (`invalid_id`) has its text in `common.json`.
 */
export type RefusalKey =
  | 'salon_required'
  | 'all_fields_required'
  | 'group_name_required'
  | 'name_required'
  | 'email_required'
  | 'email_invalid'
  | 'first_name_required'
  | 'last_name_required'
  | 'duration_invalid'
  | 'price_invalid'
  | 'quantity_invalid'
  | 'employee_required'
  | 'client_required'
  | 'service_required'
  | 'time_invalid'
  | 'waiting_invalid'
  | 'shift_times_equal'
  | 'shift_rows_overlap'
  | 'room_name_taken'
  | 'too_many_rooms'
  | 'parent_group_invalid'
  | 'cannot_delete_group_with_employees'
  | 'cannot_delete_group_with_products'
  | 'cannot_delete_group_with_groups'
  | 'name_bg_required'
  | 'name_en_required'
  | 'invalid_id'
  | 'no_changes';

/** `key` is the key of the message, and `field` the column that it is about, if any. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly key: RefusalKey;
  readonly field: string | null;
  constructor(key: RefusalKey, field: string | null = null) {
    super(field ? `${key} (${field})` : key);
    this.key = key;
    this.field = field;
  }
}
