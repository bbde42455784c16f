/**
 * An error that reached nobody and says no more than that the other side of one line has gone: a tablet without Wi-Fi, a database
 * that is being started again. It leaves nothing half done in this process, so it is no reason to end it for all others.
 */
const OF_A_SOCKET = /^(ECONNRESET|ECONNABORTED|ECONNREFUSED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTCONN)$/;
/** postgres.js, and PostgreSQL's own word that it shuts down or starts. */
const OF_THE_DATABASE = /^(CONNECTION_(CLOSED|DESTROYED|ENDED)|CONNECT_TIMEOUT|57P0[123])$/;

export function isLostConnection({ code = '', syscall }: NodeJS.ErrnoException): boolean {
  if (OF_THE_DATABASE.test(code)) return true;
  return OF_A_SOCKET.test(code) && (syscall === 'read' || syscall === 'write' || syscall === 'connect');
}
