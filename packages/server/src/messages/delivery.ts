import { minuteMs } from '@gatehouse/contract/duration.ts';
import { isCodeType } from '@gatehouse/contract/email-templates.ts';
import type { Expression, ExpressionBuilder, Selectable, SqlBool } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import type { Logger } from '../log.ts';
import { RequestError } from '../request-error.ts';
import { withoutPerson } from './queue.ts';

export type MessageRow = Selectable<Tables['messages']>;

type Dependencies = { database: Database; vault: Vault; logger: Logger; now(): number };

type Work = {
  /** Selects the waiting messages that this delivery sends. */
  isMine(eb: ExpressionBuilder<Tables, 'messages'>): Expression<SqlBool>;
  send(message: MessageRow): Promise<void>;
  /** The number of messages sent concurrently. */
  width: number;
};

const pollMs = 1000;
const maximumAttempts = 6;
/** Longer than all attempts for one message can take. If the process dies, the next one takes it after that. */
const sendingMs = 120_000;
/** Users do not wait longer for a code. */
const codeMs = 15 * minuteMs;

/** Sends what waits in the table of messages: at least once, each by one process, again later when it fails. */
export const startDelivery = (dependencies: Dependencies, work: Work) => {
  const { logger } = dependencies;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  /** One run after the other, so that no message is sent twice. */
  const deliverDue = () => {
    waiting += 1;
    const run = last.then(() => sendDue(dependencies, work));
    last = run
      .catch(() => undefined)
      .finally(() => {
        waiting -= 1;
      });
    return run;
  };
  const timer = setInterval(() => {
    if (waiting === 0)
      deliverDue().catch(error => logger.error({ err: error }, 'the delivery of messages failed'));
  }, pollMs).unref();
  return {
    deliverDue,
    async stop() {
      clearInterval(timer);
      await last;
    },
  };
};

/** One looks whether there is anything before all of them do: mostly there is nothing. */
const sendDue = async (dependencies: Dependencies, work: Work) => {
  const sendFrom = async (first: MessageRow | undefined) => {
    for (let message = first; message; message = await claim(dependencies, work))
      await attempt(dependencies, work, message);
  };
  const first = await claim(dependencies, work);
  if (!first) return;
  const others = Array.from({ length: work.width - 1 }, async () =>
    sendFrom(await claim(dependencies, work)),
  );
  await Promise.all([sendFrom(first), ...others]);
};

/** Takes the next message; no other process takes it meanwhile. */
const claim = ({ database, now }: Dependencies, { isMine }: Work) =>
  database.system(db =>
    db
      .updateTable('messages')
      .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), retryAt: now() + sendingMs }))
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('tenantId', 'id'),
          'in',
          selectFrom('messages')
            .select(['tenantId', 'id'])
            .where(isMine)
            .where('sentAt', 'is', null)
            .where('error', 'is', null)
            .where(({ or }) => or([eb('retryAt', 'is', null), eb('retryAt', '<=', now())]))
            // Messages that failed before must not delay the others.
            .orderBy('attempts')
            .orderBy('id')
            .limit(1)
            .forUpdate()
            .skipLocked()
            .$asTuple('tenantId', 'id'),
        ),
      )
      .returningAll()
      .executeTakeFirst(),
  );

/** Sends a message, and writes down what became of it. */
const attempt = async (dependencies: Dependencies, { send }: Work, message: MessageRow) => {
  const { database, vault, logger, now } = dependencies;
  try {
    await send(message);
    await settle(database, message, { sentAt: now(), ...withoutPerson(vault, message) });
  } catch (error) {
    const { id: messageId, tenantId } = message;
    const reason = error instanceof RequestError ? (error.cause ?? error) : error;
    logger.warn({ err: reason, messageId, tenantId }, 'a message could not be sent');
    const wait = 15_000 * 2 ** message.attempts;
    await settle(
      database,
      message,
      isFinal(message, error, now())
        ? {
            error: describe(error).replaceAll(message.recipient, '…').slice(0, 500),
            ...withoutPerson(vault, message),
          }
        : { retryAt: now() + wait },
    );
  }
};

const settle = (
  database: Database,
  { tenantId, id }: MessageRow,
  result: Partial<Pick<MessageRow, 'sentAt' | 'retryAt' | 'error' | 'recipient' | 'payload'>>,
) =>
  database.system(db =>
    db.updateTable('messages').set(result).where('tenantId', '=', tenantId).where('id', '=', id).execute(),
  );

/** Errors that a retry cannot fix. */
const finalCodes: readonly string[] = [
  'connector.authorization_failed',
  'connector.invalid_config',
  'connector.invalid_request_parameters',
  'connector.not_found',
  'connector.template_not_found',
];

const isFinal = ({ attempts, templateType, createdAt }: MessageRow, error: unknown, now: number) => {
  if (attempts >= maximumAttempts) return true;
  if (error instanceof RequestError && finalCodes.includes(error.code)) return true;
  return isCodeType(templateType) && now - createdAt > codeMs;
};

const describe = (error: unknown) => {
  if (!(error instanceof RequestError)) return String(error);
  const { message } = (error.data ?? {}) as { message?: string };
  return message ? `${error.code}: ${message}` : error.code;
};
