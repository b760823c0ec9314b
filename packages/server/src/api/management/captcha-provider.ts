import type { CaptchaProvider, captchaProviders as rows } from '@gatehouse/contract/captcha.ts';
import type { Selectable } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Caller } from '../../http/authenticate.ts';
import type { Handlers } from '../../http/implement.ts';
import { maskSecret, maySeeSecrets } from '../../http/reveal.ts';
import { RequestError } from '../../request-error.ts';
import type { Services } from '../../services.ts';

/** Each tenant has at most one. */
const id = 'default';

export const captchaProviders: Handlers<typeof rows> = {
  async read({ db, ...context }) {
    const provider = await db.selectFrom('captchaProviders').selectAll().executeTakeFirst();
    if (!provider) throw new RequestError('entity.not_found');
    return present(provider, context);
  },

  async readStatus({ db }) {
    const provider = await db.selectFrom('captchaProviders').select('config').executeTakeFirst();
    return { type: (provider?.config as CaptchaProvider['config'] | undefined)?.type ?? null };
  },

  async replace({ tx, body, ...context }) {
    const { secretKey, ...config } = body.config;
    const columns = { config, secretKey: context.services.vault.seal(secretKey) };
    const updated = await tx.update('captchaProviders', { id }, { ...columns, updatedAt: Date.now() });
    return present(updated ?? (await tx.insert('captchaProviders', { id, ...columns })), context);
  },

  async delete({ tx }) {
    const deleted = await tx.delete('captchaProviders', { id });
    if (deleted.length === 0) throw new RequestError('entity.not_found');
    // Without a provider the check would always fail.
    await tx.update('signInExperiences', { id: 'default' }, { captchaPolicy: { enabled: false } });
    tx.object('captcha-provider', id);
  },
};

const present = (
  { secretKey, ...provider }: Selectable<Tables['captchaProviders']>,
  { caller, services }: { caller: Caller; services: Services },
) => {
  const opened = services.vault.open(secretKey);
  const shown = maySeeSecrets(caller, 'captcha') ? opened : maskSecret(opened);
  return { ...provider, config: { ...provider.config, secretKey: shown } } as CaptchaProvider;
};
