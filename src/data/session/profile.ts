/** The signed-in person as `users` has them (document 1 §3); cached on the device, because it names the replica. */
export interface Profile {
  id: string;
  email: string;
  role: 'admin' | 'employee';
  salonId: number | null;
  /** ISO UTC. */
  createdAt: string | null;
}
