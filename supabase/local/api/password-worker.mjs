/** The thread of password-thread.ts. It is plain JavaScript, because a thread of Node 20 runs no TypeScript. */
import { parentPort } from 'node:worker_threads';
import bcrypt from 'bcryptjs';

parentPort.on('message', ({ id, kind, password, given }) => {
  try {
    const result = kind === 'hash' ? bcrypt.hashSync(password, given) : bcrypt.compareSync(password, given);
    parentPort.postMessage({ id, result });
  } catch (error) {
    parentPort.postMessage({ id, error: String(error) });
  }
});
