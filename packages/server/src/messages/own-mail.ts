import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import type { TemplateType } from '@gatehouse/contract/email-templates.ts';
import { fallbackLanguage } from '@gatehouse/phrases/languages.ts';
import type { Selectable } from 'kysely';
import { createTransport } from 'nodemailer';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { systemOrigin } from '../domain/tenant.ts';
import type { Environment } from '../env.ts';
import type { Logger } from '../log.ts';
import { composeEmail } from './compose.ts';

type Means = { env: Environment; database: Database; vault: Vault; logger: Logger; now(): number };
type MessageRow = Selectable<Tables['messages']>;

const pollMs = 2000;
const maximumAttempts = 6;
/** A server that is slower than this does not answer. */
const answerMs = 10_000;
/** Longer than all answers of one message can take; whoever took it and died leaves it to the next after that. */
const sendingMs = 120_000;

/** Sends what the console itself writes to people, by the mail server of the installation. Without one, it is kept. */
export const startOwnMail = (means: Means) => {
  const { env, logger } = means;
  if (!env.SMTP_URL) return undefined;
  const transport = createTransport(
    { url: env.SMTP_URL, connectionTimeout: answerMs, greetingTimeout: answerMs, socketTimeout: answerMs },
    { from: env.SMTP_FROM },
  );
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  /** One run after the other: nobody takes what another one is about to send. */
  const deliverDue = () => {
    waiting += 1;
    const run = last.then(() => deliver(means, email => transport.sendMail(email)));
    last = run
      .catch(() => undefined)
      .finally(() => {
        waiting -= 1;
      });
    return run;
  };
  const timer = setInterval(() => {
    if (waiting === 0) deliverDue().catch(error => logger.error({ err: error }, 'our own mail failed'));
  }, pollMs).unref();
  return {
    deliverDue,
    async stop() {
      clearInterval(timer);
      await last;
      transport.close();
    },
  };
};

type Send = (email: { to: string; subject: string; text: string; html: string }) => Promise<unknown>;

const deliver = async ({ database, vault, logger, now }: Means, send: Send) => {
  const admin = database.tenant(adminTenantId);
  const write = <Result>(work: (db: Parameters<Parameters<typeof admin.read>[0]>[0]) => Promise<Result>) =>
    admin.write(systemOrigin('own-mail'), ({ db }) => work(db));

  const claim = () =>
    write(db =>
      db
        .updateTable('messages')
        .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), retryAt: now() + sendingMs }))
        .where('id', 'in', ({ selectFrom }) =>
          selectFrom('messages')
            .select('id')
            .where('channel', '=', 'Email')
            .where('sentAt', 'is', null)
            .where('error', 'is', null)
            .where(({ eb, or }) => or([eb('retryAt', 'is', null), eb('retryAt', '<=', now())]))
            .orderBy('id')
            .limit(1)
            .forUpdate()
            .skipLocked(),
        )
        .returningAll()
        .executeTakeFirst(),
    );

  const settle = ({ id }: MessageRow, result: { sentAt?: number; retryAt?: number; error?: string }) =>
    write(db => db.updateTable('messages').set(result).where('id', '=', id).execute());

  for (let message = await claim(); message; message = await claim()) {
    try {
      const payload = JSON.parse(vault.open(message.payload)) as Record<string, unknown>;
      const email = await composeEmail(fallbackLanguage, message.templateType as TemplateType, payload);
      await send({ to: message.recipient, ...email });
      await settle(message, { sentAt: now() });
    } catch (error) {
      logger.warn({ err: error, messageId: message.id }, 'a message could not be sent');
      const isLast = message.attempts >= maximumAttempts;
      const wait = 15_000 * 2 ** message.attempts;
      await settle(message, isLast ? { error: String(error).slice(0, 500) } : { retryAt: now() + wait });
    }
  }
};
