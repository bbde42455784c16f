// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Meeting, openMeeting, refusedChange, twoPhones } from '#data/issues/issues.test-support.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { RowMark, useRowIssues } from './row-mark.tsx';
import { show } from './screen.test-support.tsx';

let meeting: Meeting;

beforeEach(async () => {
  await setLanguage('bg');
  meeting = await openMeeting();
});
afterEach(async () => {
  cleanup();
  await meeting.close();
});

function Rows({ plain = false }: { plain?: boolean }) {
  const issues = useRowIssues('clients');
  const row = (id: string, pending: 0 | 1) => (
    <p data-testid={id}>{<RowMark row={{ id, pending }} issues={issues} plain={plain} />}</p>
  );
  return (
    <>
      {row('silvia', 1)}
      {row('sonya', 1)}
      {row('denitsa', 0)}
    </>
  );
}
const mark = (id: string) => screen.getByTestId(id).textContent;

it('a row that the server refused says so, and leads to the page where it is decided', async () => {
  await refusedChange(meeting);
  show(meeting, '/', { '/': <Rows /> });
  await waitFor(() => expect(mark('silvia')).toBe('Отказан'));
  expect(screen.getByRole('link', { name: 'Отказан' }).getAttribute('href')).toBe('/sync');
  expect([mark('sonya'), mark('denitsa')]).toEqual(['Чака', '']);
});

it('a row with a conflict waits for a decision; within a row that is a link its mark is none', async () => {
  await twoPhones(meeting);
  show(meeting, '/', { '/': <Rows plain /> });
  await waitFor(() => expect(mark('silvia')).toBe('Нужно решение'));
  expect(screen.queryByRole('link')).toBeNull();
});
