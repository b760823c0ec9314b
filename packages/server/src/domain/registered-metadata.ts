import { customClientMetadata } from '@gatehouse/contract/client-metadata.ts';
import { displayName } from '@gatehouse/contract/display-names.ts';
import { isLoopback } from '@gatehouse/contract/loopback.ts';
import { uriFlaws } from '@gatehouse/contract/redirect-uris.ts';
import { z } from 'zod';
import {
  customMetadataOf,
  describedClient,
  describedName,
  describedUri,
  nameWithHosts,
  typeOfPublic,
} from './described-clients.ts';
import { RegistrationError } from './registration-error.ts';

const plain = (longest: number) => displayName(z.string().max(longest));
const page = z
  .url({ protocol: /^https$/ })
  .max(2048)
  .optional();

const secretMethods = ['client_secret_basic', 'client_secret_post'] as const;

/** Client metadata without a matching application field. It is stored and returned to the client. */
const remarks = z.object({
  client_name: describedName(128),
  client_uri: page,
  tos_uri: page,
  policy_uri: page,
  contacts: z.array(plain(254)).max(10).optional(),
  software_id: plain(256).optional(),
  software_version: plain(256).optional(),
  application_type: describedClient.application_type,
  token_endpoint_auth_method: z.enum([...secretMethods, 'none', 'private_key_jwt']).optional(),
  scope: z.string().max(8192).optional(),
});
export type Remarks = z.infer<typeof remarks>;

/** Metadata that we do not know is left out (RFC 7591 section 2). */
const metadata = z.object({
  ...remarks.shape,
  ...describedClient,
  post_logout_redirect_uris: z.array(describedUri).max(100).optional(),
  logo_uri: page,
  response_types: z.array(z.string()).max(20).optional(),
  jwks: customClientMetadata.shape.jwks,
  jwks_uri: z.never().optional(),
  software_statement: z.string().optional(),
});
type Metadata = z.infer<typeof metadata>;

/** The application that a client describes, or why there can be none. Unlike an administrator, it names exact addresses only. */
export const readMetadata = (body: unknown, { redirectHosts }: { redirectHosts: readonly string[] }) => {
  const parsed = metadata.safeParse(body);
  if (!parsed.success) throw flawedMetadata(parsed.error);
  const { data } = parsed;
  requireNoStatement(data);
  if (data.response_types && !data.response_types.includes('code'))
    throw invalid('response_types must include code');
  if (data.grant_types && !data.grant_types.includes('authorization_code'))
    throw invalid('grant_types must include authorization_code');
  const publicType = typeOfPublic(data);
  const method =
    data.token_endpoint_auth_method ?? (publicType === 'Native' ? 'none' : 'client_secret_basic');
  if ((method === 'private_key_jwt') !== (data.jwks !== undefined))
    throw invalid('jwks and token_endpoint_auth_method private_key_jwt go together');
  const type = isSecretMethod(method) ? ('Traditional' as const) : publicType;
  requireUris(type, data, redirectHosts);
  return {
    remarks: { ...remarks.parse(data), token_endpoint_auth_method: method },
    fields: {
      name: nameWithHosts(data.client_name, hostsOf(data)),
      type,
      isThirdParty: true,
      isPkceRequired: true,
      oidcClientMetadata: {
        redirectUris: [...new Set(data.redirect_uris)],
        postLogoutRedirectUris: [...new Set(data.post_logout_redirect_uris)],
        ...(data.logo_uri ? { logoUri: data.logo_uri } : {}),
      },
      customClientMetadata: { ...customMetadataOf(data), ...(data.jwks ? { jwks: data.jwks } : {}) },
    },
  };
};

const invalid = (description: string) => new RegistrationError('invalid_client_metadata', description);

const isSecretMethod = (method: string) => secretMethods.some(known => known === method);

const flawedMetadata = (error: z.ZodError) => {
  const reasons = error.issues.map(issue => {
    const name = String(issue.path[0] ?? 'the body');
    return [name, issue.code === 'invalid_value' ? `use one of ${issue.values.join(', ')}` : ''] as const;
  });
  const names = new Map(reasons);
  const code = names.has('redirect_uris') ? 'invalid_redirect_uri' : 'invalid_client_metadata';
  const told = [...names].map(([name, hint]) => (hint ? `${name} (${hint})` : name));
  return new RegistrationError(code, `missing or not supported: ${told.join(', ')}`);
};

/** A statement vouches for software only where its issuer is trusted, and no issuer is. */
const requireNoStatement = ({ software_statement: statement }: Metadata) => {
  if (statement === undefined) return;
  if (!/^[\w-]+\.[\w-]+\.[\w-]*$/.test(statement))
    throw new RegistrationError('invalid_software_statement', 'the software statement is not a JWT');
  throw new RegistrationError('unapproved_software_statement', 'no issuer of software statements is trusted');
};

const requireUris = (type: string, data: Metadata, hosts: readonly string[]) => {
  const addresses = {
    redirectUris: data.redirect_uris,
    postLogoutRedirectUris: data.post_logout_redirect_uris ?? [],
  };
  const flawed = new Set(uriFlaws(type, addresses, { isExact: true }).map(({ uri }) => uri));
  const flawOf = (uri: string) => {
    if (!isSecure(uri)) return 'must begin with https, unless it is on localhost';
    if (flawed.has(uri)) return 'is not a URI that this kind of client can use';
    return isAllowed(uri, hosts) ? undefined : 'is not on a host that this server allows';
  };
  const tellOf = (uris: readonly string[]) => {
    const uri = uris.find(each => flawOf(each) !== undefined);
    return uri === undefined ? undefined : `${uri.slice(0, 256)} ${flawOf(uri)}`;
  };
  const redirect = tellOf(addresses.redirectUris);
  if (redirect !== undefined)
    throw new RegistrationError('invalid_redirect_uri', `redirect_uris: ${redirect}`);
  const signedOut = tellOf(addresses.postLogoutRedirectUris);
  if (signedOut !== undefined) throw invalid(`post_logout_redirect_uris: ${signedOut}`);
};

const isSecure = (uri: string) => !/^http:/i.test(uri) || isLoopback(uri);

/** Of an address on the network its host, of one on the device `localhost`, of one that opens an app its scheme. */
export const placeOf = (uri: string) => {
  if (isLoopback(uri)) return 'localhost';
  const { protocol, hostname } = new URL(uri);
  return /^https?:$/.test(protocol) ? hostname : protocol;
};

const isAllowed = (uri: string, hosts: readonly string[]) => {
  if (hosts.length === 0) return true;
  const place = placeOf(uri);
  return hosts.some(host => (host.startsWith('*.') ? place.endsWith(host.slice(1)) : place === host));
};

const longestHosts = 120;

/** All of them: the one that matters must not hide behind a well-known one. */
const hostsOf = ({ redirect_uris: uris }: Metadata) => {
  const hosts = [...new Set(uris.map(placeOf))].join(', ');
  if (hosts.length > longestHosts)
    throw new RegistrationError('invalid_redirect_uri', 'redirect_uris have too many hosts');
  return hosts;
};
