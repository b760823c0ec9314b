import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a database that can be cut, or go silent: connections stay open, and nothing passes. */
export const startFaultyNetwork = async (url: string) => {
  const target = new URL(url);
  const pairs = new Set<{ near: Socket; far: Socket }>();
  let answered = 0;
  let isSilent = false;
  let isDown = false;
  const server = createServer(near => {
    if (isDown) return near.resetAndDestroy();
    const far = connect(Number(target.port), target.hostname);
    const pair = { near, far };
    pairs.add(pair);
    near.pipe(far);
    far.pipe(near);
    far.on('data', bytes => {
      answered += bytes.length;
    });
    if (isSilent) pause(pair);
    for (const socket of [near, far]) {
      socket.on('error', () => undefined);
      socket.once('close', () => {
        near.destroy();
        far.destroy();
        pairs.delete(pair);
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const { near } of pairs) near.resetAndDestroy();
  };
  const address = new URL(url);
  address.port = String((server.address() as AddressInfo).port);
  return {
    url: address.href,
    open: () => pairs.size,
    /** The number of bytes the database has sent so far. */
    answered: () => answered,
    /** Every connection ends at once, as when the database is restarted. */
    cut,
    /** And there are no new ones. */
    goDown() {
      isDown = true;
      cut();
    },
    comeUp() {
      isDown = false;
    },
    /** From now on nothing passes, in either direction. */
    silence() {
      isSilent = true;
      for (const pair of pairs) pause(pair);
    },
    /** New connections work. Those that were silent stay so: the other end has long forgotten them. */
    speakAnew() {
      isSilent = false;
    },
    speak() {
      isSilent = false;
      for (const { near, far } of pairs) {
        near.pipe(far);
        far.pipe(near);
      }
    },
    close() {
      for (const { near, far } of pairs) {
        near.destroy();
        far.destroy();
      }
      server.close();
    },
  };
};

const pause = ({ near, far }: { near: Socket; far: Socket }) => {
  near.unpipe(far);
  far.unpipe(near);
};
