import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { allScope } from '@gatehouse/contract/dialect.ts';
import { lastEventHeader, type liveSignIns } from '@gatehouse/contract/live-sign-ins.ts';
import type { Vault } from '../database/vault.ts';
import { type Caller, holds } from '../http/authenticate.ts';
import type { RequestContext } from '../http/implement.ts';
import type { LiveEvent } from './read.ts';

const checkMs = 5000;
/** Proxies close a connection that is silent for a minute, some for less. */
const heartbeatMs = 15_000;
/** The clocks of several servers differ by less. */
const clockSkewMs = 10_000;
/** A reader that stays this far behind is cut off: it continues where it was. */
const mostWaitingBytes = 1024 * 1024;
const patienceMs = 1000;

type Context = Pick<
  RequestContext<(typeof liveSignIns)['stream']>,
  'tenant' | 'caller' | 'readCaller' | 'services' | 'request' | 'reply'
>;

/** The sign-ins of a tenant as server-sent events, as long as the caller may see them. */
export const streamSignIns = ({ tenant, caller, readCaller, services, request, reply }: Context) => {
  let makeRoom: () => void = () => undefined;
  const stream = new Readable({ read: () => makeRoom() });
  const begunAt = Date.now();
  const { vault } = services;
  const after = positionIn(request.headers[lastEventHeader.toLowerCase()], vault);
  let checkedAt = begunAt;
  let sentAt = 0;
  let isOver = false;
  const send = async (text: string) => {
    if (isOver || stream.destroyed) return;
    sentAt = Date.now();
    const hasRoom = new Promise<void>(resolve => {
      makeRoom = resolve;
    });
    if (stream.push(text) || stream.readableLength <= mostWaitingBytes) return;
    // The others who watch the tenant wait, too.
    await Promise.race([hasRoom, pause(patienceMs, undefined, { ref: false })]);
    if (stream.readableLength > mostWaitingBytes) stream.destroy();
  };
  // While others write to the log for long, it is read from further back than the caller came in.
  const isNews = ({ signIn }: LiveEvent) => after !== undefined || signIn.endedAt >= begunAt - clockSkewMs;
  const stop = services.liveSignIns.watch({
    tenant: tenant.database,
    callerId: `${caller.kind} ${caller.id}`,
    after,
    async receive(events, position) {
      const now = Date.now();
      if (events.length > 0 || now - checkedAt >= checkMs) {
        const current = await readCaller();
        checkedAt = now;
        for (const event of events) if (isNews(event)) await send(write(event, current, vault));
      }
      // From then on a reader that is cut off misses nothing, whether or not it had an event.
      if (sentAt === 0 || now - sentAt >= heartbeatMs)
        await send(`id: ${idOf(position, vault)}\nevent: ready\ndata: {}\n\n`);
    },
    end: () => {
      isOver = true;
      stream.push(null);
    },
  });
  stream.once('close', stop);
  reply.raw.once('close', stop);
  reply
    .type('text/event-stream')
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no');
  return stream;
};

const digits = 15;

/** Positions are those of the log of all tenants: two of them would tell how much the others write. */
const idOf = (position: number, vault: Vault) => vault.seal(String(position).padStart(digits, '0'));

const positionIn = (header: string | string[] | undefined, vault: Vault) => {
  if (typeof header !== 'string') return undefined;
  try {
    const position = vault.open(header);
    return /^\d+$/.test(position) && position.length === digits ? Number(position) : undefined;
  } catch {
    return undefined;
  }
};

const write = ({ position, signIn }: LiveEvent, caller: Caller, vault: Vault) => {
  const { user, applicationName, ...shown } = signIn;
  const may = (permission: string) => holds(caller, allScope, 'read:data', permission);
  const data = {
    ...shown,
    ...(may('users:read') ? { user } : {}),
    ...(may('applications:read') ? { applicationName } : {}),
  };
  return `id: ${idOf(position, vault)}\nevent: sign-in\ndata: ${JSON.stringify(data)}\n\n`;
};
