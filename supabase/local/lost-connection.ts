/**
 * Tells whether an unhandled error only means that the other end of a connection has gone: a tablet without Wi-Fi, or a database
 * that restarts. Such an error leaves nothing half done in this process, so the process goes on.
 */
const OF_A_SOCKET = /^(ECONNRESET|ECONNABORTED|ECONNREFUSED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTCONN)$/;
/** Codes of postgres.js, and of PostgreSQL when it shuts down or starts. */
const OF_THE_DATABASE = /^(CONNECTION_(CLOSED|DESTROYED|ENDED)|CONNECT_TIMEOUT|57P0[123])$/;

export function isLostConnection({ code = '', syscall }: NodeJS.ErrnoException): boolean {
  if (OF_THE_DATABASE.test(code)) return true;
  return OF_A_SOCKET.test(code) && (syscall === 'read' || syscall === 'write' || syscall === 'connect');
}
