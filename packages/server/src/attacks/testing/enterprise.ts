import { inflateRawSync } from 'node:zlib';
import { visit } from '../../api/experience/testing/visit.ts';
import { startStandIn } from '../../connectors/testing/stand-in.ts';
import { startTestApp } from '../../http/testing/app.ts';
import { createIdentityProvider } from '../../sso/testing/identity-provider.ts';

const metadataPath = 'idp.acme.example/metadata';

type ServiceProvider = {
  entityId: string;
  assertionConsumerServiceUrl: string;
  encryptionCertificate: string;
};

/** A tenant whose users of one enterprise sign in by its SAML identity provider. */
export const startEnterprise = async () => {
  const world = await startStandIn();
  const idp = await createIdentityProvider();
  world.answer({ [metadataPath]: { text: idp.metadata } });
  const app = await startTestApp('postgresql', { variables: { GATEHOUSE_CONNECTORS_URL: world.url } });
  const created = await app.manage('POST', '/sso-connectors', {
    providerName: 'SAML',
    connectorName: 'Acme',
    config: { metadataUrl: `https://${metadataPath}` },
    domains: ['acme.example'],
  });
  const connectorId: string = created.body.id;
  await app.manage('PATCH', '/sign-in-exp', { singleSignOnEnabled: true });
  const { body: read } = await app.manage('GET', `/sso-connectors/${connectorId}`);
  const sp: ServiceProvider = read.providerConfig.serviceProvider;
  return {
    app,
    idp,
    sp,
    connectorId,
    /** The number of times the identity provider's metadata was requested. */
    askedForMetadata: () => world.asked.filter(({ path }) => path === metadataPath).length,
    /** A browser asks the identity provider, and can come back with an answer. */
    async begin(parameters: Record<string, string> = {}) {
      const { step } = await visit(app, 'SignIn', parameters);
      const base = `/experience/verification/sso/${connectorId}`;
      const redirectUri = `${app.env.ENDPOINT}/callback/${connectorId}`;
      const { body } = await step('POST', `${base}/authorization-uri`, { state: 'relay', redirectUri });
      const asked = new URL(body.authorizationUri).searchParams.get('SAMLRequest') ?? '';
      const request = inflateRawSync(Buffer.from(asked, 'base64')).toString();
      const verify = (connectorData: object) =>
        step('POST', `${base}/verify`, { connectorData, verificationId: body.verificationId });
      return { step, verify, inResponseTo: /ID="([^"]+)"/.exec(request)?.[1] ?? '' };
    },
    async close() {
      await app.close();
      await world.close();
    },
  };
};
