import { generateId } from '@gatehouse/contract/ids.ts';
import { defaultCertificateYears } from '@gatehouse/contract/saml.ts';
import type { samlApplications as rows } from '@gatehouse/contract/saml-applications.ts';
import { type Handlers, ownTransaction } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import { findSamlApplication, presentSamlApplication, splitFields } from '../../saml/applications.ts';
import { createCertificate } from '../../saml/certificate.ts';
import { downloadMetadata, importMetadata } from '../../saml/import-metadata.ts';
import { presentCertificate } from '../../saml/present-certificate.ts';
import { refreshServiceProvider } from '../../saml/refresh-metadata.ts';

export const samlApplications: Handlers<typeof rows> = {
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

  // Making a key takes a while: it is made before the transaction begins.
  create: ownTransaction(async ({ body, tenant, origin, services }) => {
    const { fields, config } = splitFields(body);
    const key = await createCertificate({ subject: body.name.slice(0, 64), years: defaultCertificateYears });
    return tenant.database.write(origin, async tx => {
      const application = await tx.insert('applications', {
        id: generateId(),
        ...fields,
        name: body.name,
        type: 'SAML',
      });
      const applicationId = application.id;
      const configRow = await tx.insert('samlApplicationConfigs', { applicationId, ...config });
      const privateKey = services.vault.seal(key.privateKey);
      const secret = { id: generateId(), applicationId, ...key, privateKey, active: true };
      await tx.insert('samlApplicationSecrets', secret);
      tx.object('application', applicationId, application.name);
      return presentSamlApplication(application, configRow);
    });
  }),

  createSecret: ownTransaction(async ({ params, body, tenant, origin, services }) => {
    const { name } = await tenant.database.read(db => findSamlApplication(db, params.id));
    const key = await createCertificate({ subject: name.slice(0, 64), years: body.lifeSpanInYears });
    return tenant.database.write(origin, async tx => {
      const privateKey = services.vault.seal(key.privateKey);
      const secret = { id: generateId(), applicationId: params.id, ...key, privateKey };
      const row = await tx.insert('samlApplicationSecrets', secret);
      tx.object('application', params.id, name);
      return presentCertificate(row);
    });
  }),

  // Service providers take their time to answer: they are asked before the transaction begins.
  importMetadata: ownTransaction(async ({ params, body, tenant, origin, services }) => {
    await tenant.database.read(db => findSamlApplication(db, params.id));
    const url = 'url' in body ? body.url : null;
    const xml = 'url' in body ? await downloadMetadata(services.outgoing, body.url) : body.xml;
    return tenant.database.write(origin, tx => importMetadata(tx, params.id, { xml, url }));
  }),

  refreshMetadata: ownTransaction(async ({ params, tenant, origin, services }) => {
    const { metadataUrl } = await tenant.database.read(db => findSamlApplication(db, params.id));
    if (!metadataUrl) throw new RequestError('application.saml.metadata_url_required');
    const source = { tenantId: tenant.id, applicationId: params.id, metadataUrl };
    await refreshServiceProvider(services, source, origin);
    return tenant.database.read(db => findSamlApplication(db, params.id));
  }),
};
