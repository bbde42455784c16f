// A process beside the bench's: strangers who ask as fast as they are answered. Told by its first message what to send, it sends until
// it is told to end, and tells how often it heard which status.
import { Agent, request } from 'node:http';

process.once('message', ({ port, loops, atOnce }) => {
  const heard = {};
  let ending = false;
  const once = ({ address, path, headers, body, agent }) =>
    new Promise((resolve) => {
      const asked = request(
        { host: '127.0.0.1', port, path, method: 'POST', localAddress: address, agent, headers },
        (answer) => {
          heard[answer.statusCode] = (heard[answer.statusCode] ?? 0) + 1;
          answer.resume();
          answer.once('close', () => resolve(answer.statusCode));
        },
      );
      asked.once('error', () => resolve(0));
      asked.end(body);
    });
  for (const loop of loops) {
    const bodies = loop.bodies.map((text) => Buffer.from(text));
    const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
    for (let n = 0; n < atOnce; n++) {
      (async () => {
        for (let turn = n; !ending; turn++) {
          const status = await once({ ...loop, agent, body: bodies[turn % bodies.length] });
          // As an impatient one would, who still waits a little where there is no answer at all.
          if (status === 0 || status === 429) await new Promise((resolve) => setTimeout(resolve, 50));
        }
      })();
    }
  }
  process.once('message', () => {
    ending = true;
    process.send(heard, () => process.exit(0));
  });
});
