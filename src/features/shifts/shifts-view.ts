export type ShiftsView = 'team' | 'week';

const KEY = 'greben.shifts-view';

/** Only a stored `week` is honoured (document 2 §2); a browser without storage opens the team. */
export function storedShiftsView(): ShiftsView {
  try {
    return localStorage.getItem(KEY) === 'week' ? 'week' : 'team';
  } catch {
    return 'team'; // storage closed by a browser setting
  }
}

export function keepShiftsView(view: ShiftsView): void {
  try {
    localStorage.setItem(KEY, view);
  } catch {
    console.info('The view cannot be kept in this browser.');
  }
}
