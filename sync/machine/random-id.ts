/** 128 random bits as hex: `crypto.randomUUID` is there only on secure addresses, and the app also runs on others. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
