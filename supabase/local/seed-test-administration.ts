/** What the administrator's screens show in the test seed: each state of an approval, healthy and critical, short and long. */
import { ACCOUNTS } from './seed-demo.ts';
import { addDays, instantAt } from './zoned-time.ts';

const ZONE = 'Europe/Sofia';

export function administrationRows(today: string): Record<string, Record<string, unknown>[]> {
  const at = (days: number, minute: number) => instantAt(addDays(today, days), minute, ZONE);
  const health = (salon_id: number, days: number, healthy: boolean) => ({
    salon_id,
    check_date: at(days, 9 * 60 + salon_id),
    is_database_healthy: true,
    is_api_healthy: true,
    is_auth_healthy: healthy,
    is_storage_healthy: healthy,
    has_critical_issues: !healthy,
    services_count: 5,
    resources_count: 10,
    clients_count: 10,
    events_count: 35,
    last_event_date: at(1, 14 * 60),
  });
  const error = (n: number, error_type: string, error_message: string, has_popup_help: boolean) => ({
    id: `ae000000-0000-4000-8000-00000000000${n}`,
    salon_id: 1,
    created_at: at(0, 9 * 60 + n),
    error_type,
    error_message,
    error_stack: 'Error\n    at save (calendar.js:1:1)',
    user_id: ACCOUNTS.owner.id,
    // Help stands on the page of its error: on one where it is in no story's way.
    page_url: ['', '/calendar', 'http://127.0.0.1:4173/employees/edit/a-page-with-a-long-address', '/services/categories'][n],
    browser_info: 'Chromium',
    has_popup_help,
  });
  return {
    salon_approvals: [
      { salon_id: 1, status: 'approved', submission_date: at(-400, 600), approval_date: at(-399, 600) },
      { salon_id: 2, status: 'pending', submission_date: at(-2, 600) },
      {
        salon_id: 3,
        status: 'rejected',
        submission_date: at(-20, 600),
        rejected_date: at(-19, 600),
        rejection_reason: 'Няма такъв адрес',
      },
      {
        salon_id: 5,
        status: 'rejected',
        submission_date: at(-18, 600),
        rejected_date: at(-17, 600),
        rejection_reason: 'Липсва име',
      },
      { salon_id: 5, status: 'pending', submission_date: at(-1, 600) },
    ],
    system_health_checks: [health(1, -1, true), health(2, -1, true), health(1, 0, true), health(2, 0, false)],
    user_errors: [
      error(1, 'TypeError', 'Кратка грешка', false),
      error(
        2,
        'A type of error longer than 25',
        'A message of an error that is clearly longer than the fifty characters shown',
        false,
      ),
      error(3, 'RangeError', 'Грешка с помощ за потребителя, чийто текст е по-дълъг от петдесет знака', true),
    ],
    salon_notes: [{ salon_id: 1, author_id: ACCOUNTS.admin.id, note: 'Обаждане: доволни са.', created_at: at(-10, 700) }],
  };
}
