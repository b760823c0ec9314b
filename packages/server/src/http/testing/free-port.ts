import { createServer } from 'node:net';

/** Below those that the system gives to outgoing connections, which come and go between the question and the use. */
const firstPort = 11_000;
const portCount = 20_000;

// Each process begins at a different port and continues from there: no two are given the same one at the same time.
let next = Math.floor(Math.random() * portCount);

export const freePort = async (): Promise<number> => {
  const port = firstPort + next;
  next = (next + 1) % portCount;
  const isFree = await new Promise<boolean>(resolve => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
  return isFree ? port : freePort();
};
