import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { type: string | undefined; form: URLSearchParams };

/** An application's server that hears of sign-outs and answers as told. */
export const listenForLogouts = async () => {
  const received: Received[] = [];
  const statuses: number[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    received.push({ type: request.headers['content-type'], form: new URLSearchParams(body) });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  await new Promise<void>(resolve => server.listen(0, resolve));
  return {
    received,
    /** The statuses of the next responses. */
    statuses,
    address: `http://localhost:${(server.address() as AddressInfo).port}/back-channel`,
    close: () => server.close(),
  };
};
