import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A minimal application: the page that the browser returns to. */
export const startRelyingParty = async () => {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>Application</title><link rel="icon" href="data:,"><h1>Arrived</h1>');
  });
  await new Promise<void>(resolve => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    redirectUri: `http://localhost:${port}/callback`,
    stop: () => new Promise(resolve => server.close(resolve)),
  };
};
