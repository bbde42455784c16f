/** The salon's own number as it is shown and dialled, without the rules of the world's numbers, which would weigh more than the page. */

/** „0888 123 456“ for a Bulgarian mobile, else as the salon wrote it. */
export function phoneText(phone: string): string {
  const [, first, second, third] = /^(?:\+359|00359|0)(8\d{2}|9\d{2})(\d{3})(\d{3})$/.exec(phone.replace(/[\s()./-]/g, '')) ?? [];
  return first ? `0${first} ${second} ${third}` : phone;
}

export const phoneHref = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;
