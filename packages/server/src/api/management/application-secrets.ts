import { confidentialTypes, type applications as rows } from '@gatehouse/contract/applications.ts';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Vault } from '../../database/vault.ts';
import { addSecret, findApplication } from '../../domain/applications.ts';
import { hasPowerOf } from '../../domain/grants.ts';
import { audienceOf } from '../../domain/management-audience.ts';
import type { Caller } from '../../http/authenticate.ts';
import type { Handlers } from '../../http/implement.ts';
import { maskSecret, maySeeSecrets } from '../../http/reveal.ts';
import { RequestError } from '../../request-error.ts';

type SecretRows = Pick<typeof rows, 'listSecrets' | 'createSecret' | 'renameSecret' | 'deleteSecret'>;

export const applicationSecrets: Handlers<SecretRows> = {
  async listSecrets({ db, params, caller, tenant, services }) {
    await findApplication(db, params.id);
    const isShown = await maySee(db, caller, {
      applicationId: params.id,
      audience: audienceOf(services.env, tenant.id),
    });
    const secrets = await db
      .selectFrom('applicationSecrets')
      .selectAll()
      .where('applicationId', '=', params.id)
      .orderBy('createdAt')
      .execute();
    return secrets.map(secret => present(secret, isShown, services.vault));
  },

  async createSecret({ tx, db, params, body, services }) {
    await requireConfidential(db, params.id);
    return addSecret(tx, services.vault, { applicationId: params.id, ...body });
  },

  async renameSecret({ tx, params, body, services }) {
    const secret = await tx.update(
      'applicationSecrets',
      { applicationId: params.id, name: params.name },
      body,
    );
    if (!secret) throw new RequestError('entity.not_exists');
    // A caller that can rename it could have created it: the guard of the write refuses all others.
    return present(secret, true, services.vault);
  },

  async deleteSecret({ tx, params }) {
    const deleted = await tx.delete('applicationSecrets', { applicationId: params.id, name: params.name });
    if (deleted.length === 0) throw new RequestError('entity.not_found');
  },
};

const present = (secret: Selectable<Tables['applicationSecrets']>, isShown: boolean, vault: Vault) => {
  const value = vault.open(secret.value);
  return { ...secret, value: isShown ? value : maskSecret(value) };
};

/** A secret is worth what its application may do: only those who could hand that out see it. */
const maySee = async (db: Kysely<Tables>, caller: Caller, of: { applicationId: string; audience: string }) =>
  maySeeSecrets(caller, 'applications') && hasPowerOf(db, caller, of);

const requireConfidential = async (db: Kysely<Tables>, id: string) => {
  const { type } = await findApplication(db, id);
  if (!confidentialTypes.some(confidential => confidential === type)) {
    throw new RequestError('entity.db_constraint_violated');
  }
};
