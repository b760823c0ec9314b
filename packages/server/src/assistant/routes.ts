import { Readable } from 'node:stream';
import { type AssistantEvent, assistantPath, assistantQuestion } from '@gatehouse/contract/assistant.ts';
import { minuteMs } from '@gatehouse/contract/duration.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Tenant } from '../domain/tenant.ts';
import { authenticateMe } from '../http/authenticate.ts';
import { languageOf } from '../http/errors.ts';
import { RequestError } from '../request-error.ts';
import type { Services } from '../services.ts';
import { ask } from './ask.ts';
import type { DocsSearch } from './search.ts';

const perMinute = 20;

/** Answers questions about the product to signed-in console users, as server-sent events. */
export const mountAssistant = (
  server: FastifyInstance,
  { env, logger }: Services,
  { search, tenantOf }: { search: DocsSearch; tenantOf(request: FastifyRequest): Promise<Tenant> },
) => {
  const requireTurn = createTurns();
  server.post(assistantPath, async (request, reply) => {
    const caller = await authenticateMe(request.headers.authorization, await tenantOf(request));
    const question = assistantQuestion.safeParse(request.body);
    if (!question.success)
      throw new RequestError('request.invalid_input', { details: z.prettifyError(question.error) });
    requireTurn(caller.id);
    const stop = new AbortController();
    // If the client stops reading, the model stops too.
    reply.raw.once('close', () => stop.abort());
    const answer = ask(question.data, {
      env,
      search,
      docsUrl: `${env.ADMIN_ENDPOINT}/docs`,
      language: languageOf(request.headers['accept-language']),
      signal: stop.signal,
    });
    const events = toEvents(answer, error => {
      if (!stop.signal.aborted) logger.error({ err: error, requestId: request.id }, 'assistant failed');
    });
    return reply
      .type('text/event-stream')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(Readable.from(events));
  });
};

async function* toEvents(answer: AsyncGenerator<AssistantEvent>, onFailure: (error: unknown) => void) {
  const write = (event: AssistantEvent) => `data: ${JSON.stringify(event)}\n\n`;
  try {
    for await (const event of answer) yield write(event);
  } catch (error) {
    onFailure(error);
    yield write({ type: 'failed' });
  }
}

/** A model costs money, so questions are limited to reading speed. */
const createTurns = () => {
  const turns = new Map<string, number[]>();
  return (userId: string) => {
    const since = Date.now() - minuteMs;
    const recent = (turns.get(userId) ?? []).filter(time => time > since);
    if (recent.length >= perMinute)
      throw new RequestError('request.rate_limited', { retryAfterSeconds: 60, data: { seconds: 60 } });
    turns.set(userId, [...recent, Date.now()]);
  };
};
