import { createHash } from 'node:crypto';
import { chmod, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { json } from 'node:stream/consumers';

/** A command takes and gives JSON. */
export type CommandHandlers = Record<string, (input: never) => Promise<unknown>>;

/** The server that holds the data directory runs commands for others, who cannot open it beside it. */
export const listenForCommands = async (dataDir: string, handlers: CommandHandlers) => {
  const address = controlAddress(dataDir);
  const server = createServer(async (incoming, outgoing) => {
    const handler = handlers[decodeURIComponent(incoming.url?.slice(1) ?? '')];
    const respond = (status: number, body: unknown) => {
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (!handler) return respond(404, { message: 'The running server does not know this command.' });
    try {
      respond(200, { result: await handler((await json(incoming)) as never) });
    } catch (error) {
      respond(422, { message: error instanceof Error ? error.message : String(error) });
    }
  });
  if (!isPipe(address)) await rm(address, { force: true });
  await new Promise<void>((done, fail) => server.once('error', fail).listen(address, done));
  if (!isPipe(address)) await chmod(address, 0o600);
  return () =>
    new Promise<void>(done => {
      server.close(() => done());
      server.closeAllConnections();
    });
};

/** Asks the running server, or says that there is none. */
export const askServer = async (
  dataDir: string,
  command: string,
  input: unknown,
): Promise<{ running: false } | { running: true; result: unknown }> =>
  new Promise((done, fail) => {
    const outgoing = request({
      socketPath: controlAddress(dataDir),
      path: `/${encodeURIComponent(command)}`,
      method: 'POST',
    });
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') done({ running: false });
      else fail(error);
    });
    outgoing.once('response', async incoming => {
      const body = (await json(incoming).catch(() => ({}))) as { result?: unknown; message?: string };
      if (incoming.statusCode === 200) done({ running: true, result: body.result });
      else fail(new Error(body.message ?? 'The running server did not answer.'));
    });
    outgoing.end(JSON.stringify(input));
  });

/** Whether a server holds the data directory and accepts commands. */
export const isServed = (dataDir: string) => answers(controlAddress(dataDir));

/** Whether a process listens at a control address. */
export const answers = (address: string) =>
  new Promise<boolean>(settle => {
    const socket = connect(address);
    socket.once('error', () => settle(false));
    socket.once('connect', () => {
      socket.destroy();
      settle(true);
    });
  });

/** The longest path that every system takes for a socket, with room for the terminating zero. */
const socketPathLimit = 103;

export const controlAddress = (dataDir: string) => {
  const directory = resolve(dataDir);
  const name = `gatehouse-${createHash('sha256').update(directory).digest('hex').slice(0, 16)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  const path = join(directory, 'control.sock');
  return Buffer.byteLength(path) <= socketPathLimit ? path : join(tmpdir(), `${name}.sock`);
};

const isPipe = (address: string) => address.startsWith('\\\\');
