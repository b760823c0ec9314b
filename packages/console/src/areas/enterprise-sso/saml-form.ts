import { certificateAuthority, clearableUrl } from '@gatehouse/contract/fields.ts';
import { z } from 'zod';

/** Sources for the metadata of the identity provider. */
export const metadataWays = ['url', 'xml', 'fields'] as const;
export const mappedAttributes = ['id', 'email', 'name'] as const;
export const signatureAlgorithms = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
] as const;

export const samlFields = z.object({
  way: z.enum(metadataWays),
  config: z.object({
    metadataUrl: clearableUrl,
    metadata: z.string(),
    entityId: z.string(),
    signInEndpoint: clearableUrl,
    logoutEndpoint: clearableUrl,
    signOutAtProvider: z.boolean(),
    x509Certificate: z.string(),
    attributeMapping: z.object({ id: z.string(), email: z.string(), name: z.string() }),
    signAuthnRequest: z.boolean(),
    requestSignatureAlgorithm: z.enum(signatureAlgorithms),
    certificateAuthority: certificateAuthority.or(z.literal('')),
  }),
});
type SamlValues = z.infer<typeof samlFields>;

const fieldsOfWay = {
  url: ['metadataUrl', 'certificateAuthority'],
  xml: ['metadata'],
  fields: ['entityId', 'signInEndpoint', 'logoutEndpoint', 'x509Certificate'],
} as const satisfies Record<SamlValues['way'], readonly (keyof SamlValues['config'])[]>;

export const samlValuesOf = (config: Record<string, unknown>): SamlValues => {
  const text = (name: string) => String(config[name] ?? '');
  const mapping = (config.attributeMapping ?? {}) as Record<string, string | undefined>;
  const algorithm = signatureAlgorithms.find(each => each === config.requestSignatureAlgorithm);
  return {
    way: metadataWays.find(way => fieldsOfWay[way].some(name => config[name])) ?? 'url',
    config: {
      metadataUrl: text('metadataUrl'),
      metadata: text('metadata'),
      entityId: text('entityId'),
      signInEndpoint: text('signInEndpoint'),
      logoutEndpoint: text('logoutEndpoint'),
      signOutAtProvider: config.signOutAtProvider === true,
      x509Certificate: text('x509Certificate'),
      attributeMapping: { id: mapping.id ?? '', email: mapping.email ?? '', name: mapping.name ?? '' },
      signAuthnRequest: config.signAuthnRequest === true,
      requestSignatureAlgorithm: algorithm ?? signatureAlgorithms[0],
      certificateAuthority: text('certificateAuthority'),
    },
  };
};

const written = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

/** Only what belongs to the chosen way is kept: two descriptions of one provider would contradict each other. */
export const samlConfigOf = ({ way, config }: SamlValues) => {
  const known = written(Object.fromEntries(fieldsOfWay[way].map(name => [name, config[name]])));
  const attributeMapping = written(config.attributeMapping);
  return {
    ...known,
    ...(Object.keys(attributeMapping).length > 0 ? { attributeMapping } : {}),
    ...(config.signOutAtProvider ? { signOutAtProvider: true } : {}),
    ...(config.signAuthnRequest
      ? { signAuthnRequest: true, requestSignatureAlgorithm: config.requestSignatureAlgorithm }
      : {}),
  };
};
