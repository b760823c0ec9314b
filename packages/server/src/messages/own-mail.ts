import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import type { TemplateType } from '@gatehouse/contract/email-templates.ts';
import { fallbackLanguage, matchLanguage } from '@gatehouse/phrases/languages.ts';
import { createTransport } from 'nodemailer';
import type { Database } from '../database/database.ts';
import type { Vault } from '../database/vault.ts';
import type { Environment } from '../env.ts';
import type { Logger } from '../log.ts';
import { composeEmail } from './compose.ts';
import { startDelivery } from './delivery.ts';

type Means = { env: Environment; database: Database; vault: Vault; logger: Logger; now(): number };

/** A server that is slower than this does not answer. */
const answerMs = 10_000;

/** Sends what the console itself writes to people, by the mail server of the installation. Without one, it is kept. */
export const startOwnMail = (means: Means) => {
  const { env, vault } = means;
  if (!env.SMTP_URL) return undefined;
  const transport = createTransport(
    { url: env.SMTP_URL, connectionTimeout: answerMs, greetingTimeout: answerMs, socketTimeout: answerMs },
    { from: env.SMTP_FROM },
  );
  const delivery = startDelivery(means, {
    width: 1,
    isMine: ({ and, eb }) =>
      and([eb('tenantId', '=', adminTenantId), eb('channel', '=', 'Email'), eb('connectorId', 'is', null)]),
    async send({ recipient, templateType, payload }) {
      const content = JSON.parse(vault.open(payload)) as Record<string, unknown>;
      const language = matchLanguage(String(content.locale ?? '')) ?? fallbackLanguage;
      const email = await composeEmail(language, templateType as TemplateType, content);
      await transport.sendMail({ to: recipient, ...email });
    },
  });
  return {
    deliverDue: delivery.deliverDue,
    async stop() {
      await delivery.stop();
      transport.close();
    },
  };
};
