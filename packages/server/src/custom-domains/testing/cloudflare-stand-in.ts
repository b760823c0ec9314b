import { createServer } from 'node:http';

export type StandInHostname = {
  id: string;
  hostname: string;
  status: string;
  verification_errors: string[];
  ssl: { status: string; validation_errors: { message: string }[] };
};

/** Speaks the three calls of Cloudflare's API for custom hostnames that we make. */
export const startCloudflare = async ({ token, zoneId }: { token: string; zoneId: string }) => {
  const hostnames = new Map<string, StandInHostname>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const answer = (status: number, result: unknown, errors: { code: number; message: string }[] = []) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ success: status < 400, errors, messages: [], result }));
    const base = `/zones/${zoneId}/custom_hostnames`;
    const { method, url = '', headers } = request;
    if (headers.authorization !== `Bearer ${token}`)
      return answer(403, null, [{ code: 9109, message: 'Unauthorized to access requested resource' }]);
    if (method === 'POST' && url === base) {
      const { hostname } = JSON.parse(body) as { hostname: string };
      if ([...hostnames.values()].some(known => known.hostname === hostname))
        return answer(409, null, [{ code: 1406, message: 'Duplicate custom hostname found.' }]);
      const made: StandInHostname = {
        id: `cf-${hostnames.size}`,
        hostname,
        status: 'pending',
        verification_errors: [],
        ssl: { status: 'initializing', validation_errors: [] },
      };
      hostnames.set(made.id, made);
      return answer(201, made);
    }
    const known = hostnames.get(url.slice(base.length + 1));
    if (!known) return answer(404, null, [{ code: 1436, message: 'The custom hostname was not found.' }]);
    if (method !== 'DELETE') return answer(200, known);
    hostnames.delete(known.id);
    return answer(200, { id: known.id });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    hostnames,
    close: () => new Promise(resolve => server.close(resolve)),
  };
};
