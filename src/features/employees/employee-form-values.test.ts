import { describe, expect, it } from 'vitest';
import { type EmployeeFormValues, employeeChange, employeeSchema, emptyEmployee } from './employee-form-values.ts';

const whole: EmployeeFormValues = { ...emptyEmployee('2026-11-18'), name: 'Мария', email: 'maria@example.com' };
const errorOf = (form: EmployeeFormValues) =>
  employeeSchema()
    .validate(form)
    .then(
      () => null,
      (error: { message: string }) => error.message,
    );

describe('the employee form’s values', () => {
  it('start with today and the colour of the specification', () => {
    expect(emptyEmployee('2026-11-18')).toMatchObject({ start_date: '2026-11-18', end_date: '', color: '#3b82f6', active: true });
  });

  it('refuse an end before the start and take one on the same day', async () => {
    expect(await errorOf({ ...whole, end_date: '2026-11-17' })).toBe('employees:end_before_start');
    expect(await errorOf({ ...whole, end_date: '2026-11-18' })).toBeNull();
  });

  it('refuse a name of spaces alone', async () => {
    expect(await errorOf({ ...whole, name: '   ' })).toBe('employees:name_required');
  });

  it('write neither the password nor the online booking, and nothing for what is empty', () => {
    const change = employeeChange({ ...whole, password: 'тайна', position: ' ', phone: '0888 123 456' });
    expect(change).toEqual({
      name: 'Мария',
      email: 'maria@example.com',
      position: null,
      phone: '+359888123456',
      username: null,
      start_date: '2026-11-18',
      end_date: null,
      color: '#3b82f6',
      active: true,
      group_id: null,
    });
  });
});
