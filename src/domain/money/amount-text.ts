/** Writes a number with its thousands apart: 2 400 in Bulgarian, 2,400 in English. */
export const amountText = (amount: number, language: string) =>
  language === 'bg' ? String(amount).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f') : new Intl.NumberFormat('en-GB').format(amount);
