import type { samlApplications as rows } from '@gatehouse/contract/saml-applications.ts';
import type { Handlers } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import { findSamlApplication, presentSamlApplication, splitFields } from '../../saml/applications.ts';
import { presentCertificate } from '../../saml/present-certificate.ts';

/** Rows that make a key or ask others are elsewhere: they hold no transaction meanwhile. */
type Rows = Omit<typeof rows, 'create' | 'createSecret' | 'importMetadata' | 'refreshMetadata'>;

export const samlApplications: Handlers<Rows> = {
  read: ({ db, params }) => findSamlApplication(db, params.id),

  async update({ tx, db, params, body }) {
    await findSamlApplication(db, params.id);
    const { fields, config } = splitFields(body);
    const application = await tx.update('applications', { id: params.id }, fields);
    const configRow = await tx.update('samlApplicationConfigs', { applicationId: params.id }, config);
    return presentSamlApplication(application!, configRow!);
  },

  async delete({ tx, db, params }) {
    await findSamlApplication(db, params.id);
    await tx.delete('applications', { id: params.id });
  },

  async listSecrets({ db, params }) {
    await findSamlApplication(db, params.id);
    const secrets = await db
      .selectFrom('samlApplicationSecrets')
      .selectAll()
      .where('applicationId', '=', params.id)
      .orderBy('createdAt')
      .orderBy('id')
      .execute();
    return secrets.map(presentCertificate);
  },

  async updateSecret({ tx, db, params, body }) {
    await findSamlApplication(db, params.id);
    const own = { applicationId: params.id };
    // One signs at a time: the index that says so must not be hit on the way.
    if (body.active) await tx.update('samlApplicationSecrets', { ...own, active: true }, { active: false });
    const secret = await tx.update('samlApplicationSecrets', { ...own, id: params.secretId }, body);
    if (!secret) throw new RequestError('entity.not_exists');
    return presentCertificate(secret);
  },

  async deleteSecret({ tx, db, params }) {
    await findSamlApplication(db, params.id);
    const [secret] = await tx.delete('samlApplicationSecrets', {
      applicationId: params.id,
      id: params.secretId,
    });
    if (!secret) throw new RequestError('entity.not_found');
    if (secret.active) throw new RequestError('application.saml.can_not_delete_active_secret');
  },
};
