import type { samlApplications as rows } from '@gatehouse/contract/saml-applications.ts';
import { ownTransactions } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import { findSamlApplication } from '../../saml/applications.ts';
import { downloadMetadata, importMetadata } from '../../saml/import-metadata.ts';
import { refreshServiceProvider } from '../../saml/refresh-metadata.ts';

/** Service providers take their time to answer: they are asked before the transaction begins. */
export const samlMetadata = ownTransactions<Pick<typeof rows, 'importMetadata' | 'refreshMetadata'>>({
  async importMetadata({ params, body, tenant, origin, services }) {
    await tenant.database.read(db => findSamlApplication(db, params.id));
    const url = 'url' in body ? body.url : null;
    const xml = 'url' in body ? await downloadMetadata(services.outgoing, body.url) : body.xml;
    return tenant.database.write(origin, tx => importMetadata(tx, params.id, { xml, url }));
  },

  async refreshMetadata({ params, tenant, origin, services }) {
    const { metadataUrl } = await tenant.database.read(db => findSamlApplication(db, params.id));
    if (!metadataUrl) throw new RequestError('application.saml.metadata_url_required');
    const source = { tenantId: tenant.id, applicationId: params.id, metadataUrl };
    await refreshServiceProvider(services, source, origin);
    return tenant.database.read(db => findSamlApplication(db, params.id));
  },
});
