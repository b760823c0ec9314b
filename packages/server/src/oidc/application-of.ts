import type { Client } from 'oidc-provider';
import type { ClientApplication } from '../domain/client-applications.ts';

/** The extra client property under which the library hands our own facts back to us. */
export const applicationProperty = 'application';

export const applicationOf = (client: Client) =>
  client[applicationProperty] as Omit<ClientApplication, 'secrets' | 'oidcClientMetadata'>;
