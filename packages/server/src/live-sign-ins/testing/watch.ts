import { generateId } from '@gatehouse/contract/ids.ts';
import type { LiveSignIn } from '@gatehouse/contract/live-sign-ins.ts';
import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import type { Tables } from '../../database/tables.ts';

export type Received = { id: string; event: string; data: LiveSignIn };

/** Opens a stream of sign-ins and collects what comes. */
export const watchSignIns = async (
  api: string,
  token: string,
  { lastEventId }: { lastEventId?: string } = {},
) => {
  const stop = new AbortController();
  const response = await fetch(`${api}/sign-ins/stream`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: stop.signal,
  });
  const received: Received[] = [];
  let isOver = response.status !== 200;
  const read = async () => {
    let text = '';
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = `${text}${part}`.split('\n\n');
      text = blocks.pop() ?? '';
      received.push(...blocks.map(parse));
    }
  };
  const done = isOver
    ? Promise.resolve()
    : read()
        .catch(() => undefined)
        .finally(() => {
          isOver = true;
        });
  return {
    response,
    received,
    signIns: () => received.flatMap(({ event, data }) => (event === 'sign-in' ? [data] : [])),
    isOver: () => isOver,
    /** Resolves when the server has said where the stream begins. */
    ready: () => expect.poll(() => received.some(({ event }) => event === 'ready')).toBe(true),
    stop: () => {
      stop.abort();
      return done;
    },
  };
};

const parse = (block: string): Received => {
  const fields = Object.fromEntries(
    block.split('\n').map(line => {
      const [name = '', ...value] = line.split(': ');
      return [name, value.join(': ')];
    }),
  );
  return { id: fields.id ?? '', event: fields.event ?? '', data: JSON.parse(fields.data ?? '{}') };
};

/** The entry of a sign-in that was refused, with an ID that a test knows. */
export const insertRefusal = (db: Kysely<Tables>, signInId: string, userAgent?: string) => {
  const key = 'Interaction.SignIn.Submit';
  const payload = { key, result: 'Error', sessionId: signInId, ...(userAgent ? { userAgent } : {}) };
  return db.insertInto('logs').values({ id: generateId(), key, payload }).execute();
};
