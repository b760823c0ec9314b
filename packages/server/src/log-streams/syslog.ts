import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { brand } from '@gatehouse/contract/dialect.ts';
import type { LogStreamConfig } from '@gatehouse/contract/log-streams.ts';
import { type Outgoing, OutgoingError } from '../outgoing/outgoing.ts';
import { presentEntry, type StreamEntry } from './entries.ts';
import type { Batch } from './open-stream.ts';

type SyslogConfig = Extract<LogStreamConfig, { kind: 'syslog' }>;

/** "security/authorization messages" (RFC 5424 section 6.2.1). */
const facility = 10;
const severities = { warning: 4, informational: 6 } as const;

/**
 * The time between the last message and our end. A receiver that closes earlier may have read nothing: data on its way
 * to a closed connection is dropped silently.
 */
const readingMs = 250;
/** In steps, since a process that was busy all the time would not have heard of the end. */
const steps = 5;

/**
 * One connection for each batch. Syslog has no answer to say that something has arrived; so the end of ours is sent
 * behind the last message, and the batch counts when the receiver, having read that far, ends its side too.
 */
export const sendBySyslog = async (outgoing: Outgoing, config: SyslogConfig, { entries }: Batch) => {
  const socket = await outgoing.connect(config);
  await deliver(socket, Buffer.concat(entries.map(frame)), `${config.host}:${config.port}`);
};

const deliver = (socket: Socket, bytes: Buffer, receiver: string) =>
  new Promise<void>((done, fail) => {
    const refuse = (why: string) => (cause?: Error) =>
      fail(new OutgoingError(`${receiver} ${why}`, { cause }));
    let isOurEndSent = false;
    socket.once('error', refuse('broke the connection off'));
    socket.once('end', () => {
      if (!isOurEndSent) refuse('closed the connection before everything was sent')();
    });
    socket.once('close', () => (isOurEndSent ? done() : refuse('closed the connection')()));
    socket.resume();
    socket.write(bytes, async () => {
      for (let step = 0; step < steps; step += 1) await setTimeout(readingMs / steps);
      isOurEndSent = !socket.readableEnded && !socket.destroyed;
      socket.end();
    });
  });

/** Octet counting (RFC 6587 section 3.4.1): line breaks inside of a message do no harm. */
const frame = (entry: StreamEntry) => {
  const message = Buffer.from(format(entry));
  return Buffer.concat([Buffer.from(`${message.length} `), message]);
};

/** RFC 5424 section 6. The number after the at sign is the one reserved for examples: we have none. */
const format = (entry: StreamEntry) => {
  const { id, tenantId, key, time, payload } = presentEntry(entry);
  const severity = payload.result === 'Error' ? severities.warning : severities.informational;
  const fields = { id, key, result: payload.result, userId: payload.userId, ip: payload.ip };
  const structured = Object.entries(fields)
    .filter(([, value]) => typeof value === 'string')
    .map(([name, value]) => ` ${name}="${String(value).replace(/["\\\]]/g, '\\$&')}"`)
    .join('');
  const header = `<${facility * 8 + severity}>1 ${time} - ${brand} ${tenantId} audit`;
  return `${header} [audit@32473${structured}] ${JSON.stringify(presentEntry(entry))}`;
};
