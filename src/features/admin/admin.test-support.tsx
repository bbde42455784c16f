/** A server's client that answers the administrator's calls, and the seven screens at their addresses. */
import { AccountsPage } from './accounts-page.tsx';
import { ApprovalsPage } from './approvals-page.tsx';
import { DashboardPage } from './dashboard-page.tsx';
import { SalonNotesPage } from './salon-notes-page.tsx';
import { SalonsPage } from './salons-page.tsx';
import { SystemStatusPage } from './system-status-page.tsx';
import { UserErrorsPage } from './user-errors-page.tsx';

export const SCREENS = {
  '/admin': <DashboardPage />,
  '/admin/approvals': <ApprovalsPage />,
  '/admin/system-status': <SystemStatusPage />,
  '/admin/user-errors': <UserErrorsPage />,
  '/admin/salon-notes': <SalonNotesPage />,
  '/admin/salons': <SalonsPage />,
  '/admin/accounts': <AccountsPage />,
};

type Args = Record<string, unknown>;
/** What a call returns; a function may look at what was asked. */
type Answers = Record<string, unknown | ((args: Args) => unknown)>;

/** Thrown by an answer: the server refuses. */
export class Refused extends Error {}

export const page = (...rows: object[]) => ({ rows, total: rows.length });
const NOTHING: Answers = {
  admin_approvals: page(),
  admin_salons: page(),
  admin_accounts: page(),
  admin_find_salons: [],
  admin_errors: page(),
  admin_error_types: [],
  admin_health: { ...page(), critical: 0 },
  admin_health_days: [],
  admin_notes: page(),
};

/** `asked`: each call with its arguments, and each request to a table with its steps, in their order. */
export function clientOf(answers: Answers) {
  const asked: [name: string, ...rest: unknown[]][] = [];
  const chain = (steps: unknown[], answer: () => unknown): unknown =>
    new Proxy(
      {},
      {
        get: (_, method) => {
          if (method !== 'then') return (...rest: unknown[]) => chain([...steps, String(method), ...rest], answer);
          return (done: (value: unknown) => void) => {
            asked.push(steps as [string, ...unknown[]]);
            const answered = async () => {
              try {
                return { data: (await answer()) ?? null, error: null, status: 200 };
              } catch (error) {
                if (!(error instanceof Refused)) throw error;
                return { data: null, error: { message: error.message, code: '42501', details: null, hint: null }, status: 403 };
              }
            };
            return answered().then(done);
          };
        },
      },
    );
  const answerTo = (name: string, args: Args) => {
    const answer = name in answers ? answers[name] : NOTHING[name];
    return typeof answer === 'function' ? answer(args) : answer;
  };
  return {
    asked,
    /** What a call was last asked with; undefined where it never was. */
    last: (name: string) => asked.findLast(([called]) => called === name)?.[1] as Args | undefined,
    times: (name: string) => asked.filter(([called]) => called === name).length,
    rpc: (name: string, args: Args) => chain([name, args], () => answerTo(name, args)),
    from: (table: string) => chain([table], () => answerTo(table, {})),
  };
}

export const bigudi = { id: 2, name_bg: 'Салон „Бигуди“', name_en: 'Bigudi', owner: 'office@bigudi.bg' };
export const kadritsa = { id: 1, name_bg: 'Студио „Къдрица“', name_en: 'Kudrica Studio', owner: 'elena@kudrica.bg' };
