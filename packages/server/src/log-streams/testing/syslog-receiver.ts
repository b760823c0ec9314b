import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** A syslog server that reads to the end of each connection, or breaks one off. */
export const startReceiver = async (tls: { key: string; cert: string } | undefined) => {
  const received: Buffer[] = [];
  let isBroken = false;
  const server: Server = tls ? createTlsServer(tls) : createServer();
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => undefined);
    // By a reset, or as if everything had been read.
    if (isBroken && tls) socket.resetAndDestroy();
    else if (isBroken) socket.destroy();
    isBroken = false;
  });
  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    socket.on('error', () => undefined);
    socket.on('data', chunk => received.push(chunk));
  });
  await new Promise<void>(resolve => server.listen(0, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    breakNext: () => {
      isBroken = true;
    },
    messages: () => {
      const messages: string[] = [];
      let rest = Buffer.concat(received);
      while (rest.length > 0) {
        const space = rest.indexOf(' ');
        const end = space + 1 + Number(rest.subarray(0, space).toString());
        messages.push(rest.subarray(space + 1, end).toString());
        rest = rest.subarray(end);
      }
      return messages;
    },
    stop: () => new Promise(resolve => server.close(resolve)),
  };
};
