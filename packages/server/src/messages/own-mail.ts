import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { dayMs } from '@gatehouse/contract/duration.ts';
import type { TemplateType } from '@gatehouse/contract/email-templates.ts';
import { fallbackLanguage, matchLanguage } from '@gatehouse/phrases/languages.ts';
import type { Database } from '../database/database.ts';
import type { Vault } from '../database/vault.ts';
import type { Environment } from '../env.ts';
import { brandOf } from '../env-brand.ts';
import type { Logger } from '../log.ts';
import { loadMailBrand } from './brand.ts';
import { isBuiltIn } from './built-in-emails.ts';
import { composeEmail } from './compose.ts';
import { startDelivery } from './delivery.ts';
import { createMailServer } from './mail-server.ts';

type Dependencies = { env: Environment; database: Database; vault: Vault; logger: Logger; now(): number };

/** Messages from before a mail server was configured are outdated. */
const freshMs = dayMs;

/**
 * Sends what the console itself writes to people, and what tenants send by the built-in service, by the mail server of the
 * installation. Without one, it is kept.
 */
export const startOwnMail = (dependencies: Dependencies) => {
  const { env, vault } = dependencies;
  if (!env.SMTP_URL) return undefined;
  const server = createMailServer(env);
  const delivery = startDelivery(dependencies, {
    width: 1,
    isMine: eb =>
      eb.or([
        eb.and([
          eb('tenantId', '=', adminTenantId),
          eb('channel', '=', 'Email'),
          eb('connectorId', 'is', null),
        ]),
        eb.and([
          eb('connectorId', 'is not', null),
          isBuiltIn(eb),
          eb('createdAt', '>', dependencies.now() - freshMs),
        ]),
      ]),
    async send({ tenantId, recipient, templateType, payload }) {
      const content = JSON.parse(vault.open(payload)) as Record<string, unknown>;
      const language = matchLanguage(String(content.locale ?? '')) ?? fallbackLanguage;
      const look = await dependencies.database.tenant(tenantId).read(loadMailBrand);
      const brand = tenantId === adminTenantId ? { ...look, name: brandOf(env).name } : look;
      const email = await composeEmail(language, templateType as TemplateType, content, brand);
      const { sender } = content as { sender?: { name?: string } };
      await server.send(recipient, email, sender?.name);
    },
  });
  return {
    deliverDue: delivery.deliverDue,
    async stop() {
      await delivery.stop();
      server.close();
    },
  };
};
