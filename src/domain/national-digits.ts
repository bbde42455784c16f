/** The digits alone, without the ways to dial Bulgaria (`+359`, `00359`) or a national 0: what search compares. */
export function nationalDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  if (phone.trim().startsWith('+359') || digits.startsWith('00359')) return digits.replace(/^(00)?359/, '').replace(/^0/, '');
  return digits.replace(/^0(?=\d)/, '');
}
