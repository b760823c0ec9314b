import { url } from '@gatehouse/contract/fields.ts';
import { type SsoConnectorWithProvider, ssoDomain } from '@gatehouse/contract/sso-connectors.ts';
import { z } from 'zod';
import { lines, writtenLines } from '../../templates/form-lines.tsx';
import { samlConfigOf, samlValuesOf } from './saml-form.ts';

type Connector = Pick<SsoConnectorWithProvider, 'providerName' | 'providerType' | 'config' | 'domains'>;

const required = z.string().trim().min(1);
const metadata = required.refine(text => isXml(text) || url.safeParse(text).success, {
  error: 'validation.url',
});
const domains = lines(ssoDomain).refine(typed => writtenLines(typed).length > 0, {
  error: 'validation.required',
});

const isXml = (text: string) => text.trimStart().startsWith('<');

/** Fields that every connection of a provider needs. Its page has the others. */
export const setUpFields = ({ providerName, providerType, config }: Connector) => {
  const isSaml = providerType === 'saml';
  const hasSecret = !isSaml && config.tokenEndpointAuthMethod !== 'private_key_jwt';
  return z.object({
    metadata: isSaml ? metadata : z.string(),
    issuer: isSaml || providerName === 'GoogleWorkspace' ? z.string() : url,
    clientId: isSaml ? z.string() : required,
    clientSecret: hasSecret ? required : z.string(),
    domains,
  });
};
export type SetUpValues = z.infer<ReturnType<typeof setUpFields>>;

export const setUpValuesOf = ({ config, domains: saved }: Connector): SetUpValues => {
  const text = (name: string) => String(config[name] ?? '');
  return {
    metadata: text('metadataUrl') || text('metadata'),
    issuer: text('issuer'),
    clientId: text('clientId'),
    clientSecret: text('clientSecret'),
    domains: saved,
  };
};

/** The whole configuration, with settings from the other pages. */
export const setUpConfigOf = ({ providerType, config }: Connector, values: SetUpValues) => {
  if (providerType === 'saml') {
    const known = samlValuesOf(config);
    const text = values.metadata.trim();
    return isXml(text)
      ? samlConfigOf({ way: 'xml', config: { ...known.config, metadata: text } })
      : samlConfigOf({ way: 'url', config: { ...known.config, metadataUrl: text } });
  }
  const { issuer, clientId, clientSecret } = values;
  return {
    ...config,
    clientId: clientId.trim(),
    ...(clientSecret ? { clientSecret: clientSecret.trim() } : {}),
    ...(issuer ? { issuer: issuer.trim() } : {}),
  };
};
