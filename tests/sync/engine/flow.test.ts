import { expect, it } from 'vitest';
import { flowCount } from '#sync/round/flow.ts';

it('counts what was sent of what was unsent together, and what has come in a round', () => {
  const flow = flowCount();
  expect(flow.now(500)).toBeUndefined();
  flow.sent(120);
  expect(flow.now(380)).toEqual({ sent: 120, toSend: 500, received: 0 });
  expect(flow.now(381)).toMatchObject({ sent: 120, toSend: 501 }); // written meanwhile
  flow.sent(381);
  expect(flow.now(0)).toBeUndefined();
  expect(flow.now(1)).toBeUndefined(); // another sending has begun
  flow.received(40);
  expect(flow.now(0)).toEqual({ sent: 0, toSend: 0, received: 40 });
  flow.ended();
  expect(flow.now(0)).toBeUndefined();
});
