import { describe, expect, it } from 'vitest';
import { type Details, detailFaults, sentDetails } from './details.ts';

const whole: Details = { name: 'Йоана Христова', phone: '0888 765 432', email: '', note: '', agreed: true };
const faults = (more: Partial<Details>, asked = { email: false, policy: true }) => detailFaults({ ...whole, ...more }, asked);

describe('what a visitor writes', () => {
  it('is sent trimmed, in one line, with the phone as it is dialled from anywhere', () => {
    expect(sentDetails({ ...whole, name: '  Йоана \n Христова ', email: ' ', note: ' ред\r\nред ' })).toEqual({
      name: 'Йоана Христова',
      phone: '+359888765432',
      email: null,
      note: 'ред\nред',
    });
    expect(sentDetails({ ...whole, phone: '+44 20 7946 0958' }).phone).toBe('+442079460958');
  });

  it('loses what nobody sees, which would make another name of it', () => {
    expect(sentDetails({ ...whole, name: '\u202aЙоана\u202c', email: 'a@b.bg\u0000', note: 'а\u0007б' })).toMatchObject({
      ...{ name: 'Йоана', email: 'a@b.bg', note: 'а б' },
    });
  });

  it('has no fault once name and phone are there and the terms are ticked', () => {
    expect(faults({})).toEqual({});
    expect(faults({ agreed: false }, { email: false, policy: false })).toEqual({});
  });

  it.each([
    [{ name: 'Й' }, { name: 'name_short' }],
    [{ name: ' '.repeat(9) }, { name: 'name_short' }],
    [{ name: 'й'.repeat(101) }, { name: 'name_long' }],
    [{ phone: '' }, { phone: 'phone_wrong' }],
    [{ phone: '0888' }, { phone: 'phone_wrong' }],
    [{ phone: 'нямам' }, { phone: 'phone_wrong' }],
    [{ phone: '0888 765 432 вътр. 5' }, { phone: 'phone_wrong' }],
    [{ email: 'йоана' }, { email: 'email_wrong' }],
    [{ email: `${'a'.repeat(196)}@a.bg` }, { email: 'email_wrong' }],
    [{ note: 'й'.repeat(301) }, { note: 'note_long' }],
    [{ agreed: false }, { agreed: 'policy_needed' }],
  ])('has a fault: %o', (more, fault) => {
    expect(faults(more)).toEqual(fault);
  });

  it('needs an email where the salon asks for one', () => {
    expect(faults({}, { email: true, policy: false })).toEqual({ email: 'email_required' });
    expect(faults({ email: 'yoana@example.bg' }, { email: true, policy: false })).toEqual({});
  });

  it('is all wrong before it is written', () => {
    expect(
      Object.keys(detailFaults({ name: '', phone: '', email: '', note: '', agreed: false }, { email: true, policy: true })),
    ).toEqual(['name', 'phone', 'email', 'agreed']);
  });
});
