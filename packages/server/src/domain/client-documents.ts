import { maximumClientIdLength } from '@gatehouse/contract/cimd.ts';
import { customClientMetadata } from '@gatehouse/contract/client-metadata.ts';
import { uriFlaws } from '@gatehouse/contract/redirect-uris.ts';
import { z } from 'zod';
import type { Outgoing } from '../outgoing/outgoing.ts';
import type { ClientApplication } from './client-applications.ts';
import type { ConsentCeiling } from './consent-ceiling.ts';
import {
  customMetadataOf,
  describedClient,
  describedName,
  nameWithHosts,
  typeOfPublic,
} from './described-clients.ts';

const maximumBytes = 32 * 1024;
const { jwks } = customClientMetadata.shape;
const secure = z.url({ protocol: /^https$/ }).max(2048);

/** The parts of a client metadata document that are used, in the terms of registration (RFC 7591 section 2). */
const document = z
  .object({
    client_id: z.string(),
    client_name: describedName(256),
    ...describedClient,
    post_logout_redirect_uris: z.array(secure).max(100).optional(),
    logo_uri: secure.optional(),
    token_endpoint_auth_method: z.enum(['none', 'private_key_jwt']).optional(),
    jwks,
    jwks_uri: secure.optional(),
    client_secret: z.never().optional(),
    client_secret_expires_at: z.never().optional(),
  })
  .refine(
    ({ token_endpoint_auth_method: method, jwks: keys, jwks_uri: uri }) =>
      method !== 'private_key_jwt' || keys !== undefined || uri !== undefined,
    { path: ['jwks'] },
  );
type Document = z.infer<typeof document>;

/** Says to the developer of an application why its document is of no use. */
export class ClientDocumentError extends Error {
  override name = 'ClientDocumentError';
}

/** Reads the document at the address that an application is named by, as an application of others. */
export const loadClientDocument = async (
  outgoing: Outgoing,
  clientId: string,
  consentCeiling: ConsentCeiling,
): Promise<ClientApplication> => {
  requireAddress(clientId);
  const parsed = document.safeParse(await fetchJson(outgoing, clientId, 'the document'));
  if (!parsed.success) {
    const names = new Set(parsed.error.issues.map(({ path }) => path[0] ?? 'JSON'));
    throw new ClientDocumentError(`the document is not right about: ${[...names].join(', ')}`);
  }
  const { data } = parsed;
  if (data.client_id !== clientId)
    throw new ClientDocumentError('the document is about another client_id than its address');
  const type = typeOfPublic(data);
  const addresses = {
    redirectUris: data.redirect_uris,
    postLogoutRedirectUris: data.post_logout_redirect_uris ?? [],
  };
  const [flaw] = uriFlaws(type, addresses, { isExact: true });
  if (flaw) {
    const name = flaw.path[0] === 'redirectUris' ? 'redirect_uris' : 'post_logout_redirect_uris';
    throw new ClientDocumentError(`users cannot be sent back to an address in ${name}: ${flaw.uri}`);
  }
  return {
    id: clientId,
    name: nameWithHosts(data.client_name, new URL(clientId).hostname),
    type,
    isThirdParty: true,
    oidcClientMetadata: {
      redirectUris: data.redirect_uris,
      postLogoutRedirectUris: data.post_logout_redirect_uris ?? [],
      logoUri: data.logo_uri,
    },
    customClientMetadata: { ...customMetadataOf(data), jwks: await keysOf(outgoing, data) },
    isPkceRequired: true,
    secrets: [],
    consentCeiling,
  };
};

/** https, with a path, and written in one way only: the id is compared letter by letter. */
const requireAddress = (clientId: string) => {
  const address = URL.parse(clientId);
  const isPlain =
    clientId.length <= maximumClientIdLength &&
    address?.href === clientId &&
    address.pathname !== '/' &&
    !clientId.includes('#') &&
    address.username === '' &&
    address.password === '';
  if (!isPlain) throw new ClientDocumentError('the client_id is not the address of a document');
};

/** The public keys of a client that signs its authentication. */
const keysOf = async (outgoing: Outgoing, about: Document) => {
  if (about.token_endpoint_auth_method !== 'private_key_jwt') return undefined;
  if (about.jwks || !about.jwks_uri) return about.jwks;
  const parsed = jwks.safeParse(await fetchJson(outgoing, about.jwks_uri, 'the list of keys'));
  if (!parsed.data) throw new ClientDocumentError('the list of keys is none');
  return parsed.data;
};

const fetchJson = async (outgoing: Outgoing, url: string, what: string): Promise<unknown> => {
  const response = await outgoing.fetch(url).catch((cause: unknown) => {
    throw new ClientDocumentError(`${what} cannot be reached`, { cause });
  });
  if (response.status !== 200)
    throw new ClientDocumentError(`${what} was answered with status ${response.status}`);
  const text = await response.text();
  if (text.length > maximumBytes) throw new ClientDocumentError(`${what} is longer than 32 KB`);
  return parseJson(text);
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
