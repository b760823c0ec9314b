import { generateId } from '@gatehouse/contract/ids.ts';
import { defaultCertificateYears } from '@gatehouse/contract/saml.ts';
import type { samlApplications as rows } from '@gatehouse/contract/saml-applications.ts';
import { ownTransactions } from '../../http/implement.ts';
import { findSamlApplication, presentSamlApplication, splitFields } from '../../saml/applications.ts';
import { createCertificate } from '../../saml/certificate.ts';
import { presentCertificate } from '../../saml/present-certificate.ts';

/** Making a key takes a while: it is made before the transaction begins. */
export const samlKeys = ownTransactions<Pick<typeof rows, 'create' | 'createSecret'>>({
  async create({ body, tenant, origin, services }) {
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
  },

  async createSecret({ params, body, tenant, origin, services }) {
    const { name } = await tenant.database.read(db => findSamlApplication(db, params.id));
    const key = await createCertificate({ subject: name.slice(0, 64), years: body.lifeSpanInYears });
    return tenant.database.write(origin, async tx => {
      const privateKey = services.vault.seal(key.privateKey);
      const secret = { id: generateId(), applicationId: params.id, ...key, privateKey };
      const row = await tx.insert('samlApplicationSecrets', secret);
      tx.object('application', params.id, name);
      return presentCertificate(row);
    });
  },
});
