/** The digits alone, without the ways to dial Bulgaria (`+359`, `00359`, `359` as messengers show it) or a national 0: what search compares. */
export function nationalDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.replace(/^(?:00)?359(?=\d)/, '').replace(/^0(?=\d)/, '');
}
