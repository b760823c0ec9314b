import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** A single-page application that is nothing but the published SDK for browsers, on its own origin. */
export const startSdkApplication = async () => {
  const bundle = await rolldown({ input: join(import.meta.dirname, 'sdk-page.ts'), platform: 'browser' });
  const { output } = await bundle.generate({ format: 'iife' });
  const page =
    '<!doctype html><title>Application</title><link rel="icon" href="data:,"><script src="/app.js"></script><h1>Application</h1>';
  const server = createServer((request, response) => {
    const isScript = request.url === '/app.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? output[0].code : page);
  });
  await new Promise<void>(resolve => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    stop: () => new Promise(resolve => server.close(resolve)),
  };
};
