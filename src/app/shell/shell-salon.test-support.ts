/** What stands in the place of salon.queries.ts in the tests of the shell. A test file puts it there with `vi.mock`. */
import { of, throwError } from 'rxjs';

/** How the salon's read goes in this test. */
export const salonRead = { fails: false };

export const salonReads = {
  salon$: () =>
    salonRead.fails
      ? throwError(() => new Error('the time zone is nowhere'))
      : of({
          salon: { name_bg: 'Студио Къдрица', name_en: 'Curl Studio' },
          settings: null,
          effective: { language: 'en', dateFormat: 'MM/dd/yyyy' },
        }),
};
