import { type IdTokenAlgorithm, idTokenAlgorithms } from '@gatehouse/contract/client-metadata.ts';
import { displayName } from '@gatehouse/contract/display-names.ts';
import { isLoopback } from '@gatehouse/contract/loopback.ts';
import { z } from 'zod';
import { announcedAlgorithm } from './companion-keys.ts';

type Described = { application_type?: 'web' | 'native'; redirect_uris: readonly string[] };

/** The database takes no control characters and no halves of characters. */
export const describedUri = z
  .string()
  .max(2048)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);

/** Client metadata accepted in a document and at registration (RFC 7591 section 2). */
export const describedClient = {
  application_type: z.enum(['web', 'native']).optional(),
  redirect_uris: z.array(describedUri).min(1).max(100),
  grant_types: z.array(z.string()).max(20).optional(),
  id_token_signed_response_alg: z.enum(idTokenAlgorithms).optional(),
};

/** Clients choose their names, and users read them: something of it must be seen, and no blanks push the hosts away. */
export const describedName = (longest: number) =>
  displayName(
    z
      .string()
      .max(longest)
      .regex(/[^\s\p{M}\p{C}]/u),
  )
    .transform(name => name.trim().replace(/\s+/gu, ' '))
    .optional();

type Tokens = { grant_types?: readonly string[]; id_token_signed_response_alg?: IdTokenAlgorithm };

/** The settings of such a client. It follows the standards, and not the SDKs of the dialect. */
export const customMetadataOf = ({
  grant_types: grants,
  // The default when the client names no algorithm (OpenID Connect Dynamic Client Registration section 2).
  id_token_signed_response_alg: algorithm = announcedAlgorithm,
}: Tokens) => ({
  useGrantedResource: true,
  // Clients of plain OAuth, as those of MCP are, know no `offline_access`.
  ...(grants?.includes('refresh_token') ? { alwaysIssueRefreshToken: true } : {}),
  idTokenSignedResponseAlg: algorithm,
});

/** Native apps are called back at a loopback address, or by a private-use scheme (RFC 8252 section 7). */
export const typeOfPublic = ({ application_type, redirect_uris }: Described) =>
  application_type === 'native' || redirect_uris.some(uri => !/^https:/i.test(uri) || isLoopback(uri))
    ? ('Native' as const)
    : ('SPA' as const);

/** Any client can take any name: users must see where it sends them. */
export const nameWithHosts = (name: string | undefined, hosts: string) =>
  name ? `${name} (${hosts})` : hosts;
