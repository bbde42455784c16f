/** How much of a person's work is still unsent on this device, asked without opening the replica (sign-out's question). */
export function unsentOf(_userId: string, _salonId: number): Promise<number> {
  return Promise.resolve(0);
}
