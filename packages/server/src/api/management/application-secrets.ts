import { confidentialTypes, type applications as rows } from '@gatehouse/contract/applications.ts';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Vault } from '../../database/vault.ts';
import { addSecret, findApplication } from '../../domain/applications.ts';
import { RequestError } from '../../domain/request-error.ts';
import type { Caller } from '../../http/authenticate.ts';
import type { Handlers } from '../../http/implement.ts';
import { maskSecret, maySeeSecrets } from '../../http/reveal.ts';

type SecretRows = Pick<typeof rows, 'listSecrets' | 'createSecret' | 'renameSecret' | 'deleteSecret'>;

export const applicationSecrets: Handlers<SecretRows> = {
  async listSecrets({ db, params, caller, services }) {
    await findApplication(db, params.id);
    const secrets = await db
      .selectFrom('applicationSecrets')
      .selectAll()
      .where('applicationId', '=', params.id)
      .orderBy('createdAt')
      .execute();
    return secrets.map(secret => present(secret, caller, services.vault));
  },

  async createSecret({ tx, db, params, body, services }) {
    await requireConfidential(db, params.id);
    return addSecret(tx, services.vault, { applicationId: params.id, ...body });
  },

  async renameSecret({ tx, params, body, caller, services }) {
    const secret = await tx.update(
      'applicationSecrets',
      { applicationId: params.id, name: params.name },
      body,
    );
    if (!secret) throw new RequestError('entity.not_exists');
    return present(secret, caller, services.vault);
  },

  async deleteSecret({ tx, params }) {
    const deleted = await tx.delete('applicationSecrets', { applicationId: params.id, name: params.name });
    if (deleted.length === 0) throw new RequestError('entity.not_found');
  },
};

const present = (secret: Selectable<Tables['applicationSecrets']>, caller: Caller, vault: Vault) => {
  const value = vault.open(secret.value);
  return { ...secret, value: maySeeSecrets(caller, 'applications') ? value : maskSecret(value) };
};

const requireConfidential = async (db: Kysely<Tables>, id: string) => {
  const { type } = await findApplication(db, id);
  if (!confidentialTypes.some(confidential => confidential === type)) {
    throw new RequestError('entity.db_constraint_violated');
  }
};
