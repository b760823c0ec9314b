import type { Client, ClientMetadata, Provider } from 'oidc-provider';

type ClientConstructor = new (metadata: ClientMetadata) => Client;

/** The library's types do not say what its constructor takes. */
export const newClient = (provider: Provider, metadata: ClientMetadata) =>
  new (provider.Client as unknown as ClientConstructor)(metadata);

type Rules = {
  find(id: string): Promise<Client | undefined>;
  hasSecret(clientId: string, secret: string): Promise<boolean>;
  /** `isKnown`: whether the library would allow it, which knows addresses that are written down in full. */
  isAllowed(
    uri: string | undefined,
    registered: readonly string[] | undefined,
    isKnown: () => boolean,
  ): boolean;
};

export const ruleClients = (provider: Provider, { find, hasSecret, isAllowed }: Rules) => {
  provider.Client.find = find;
  const { prototype } = provider.Client;
  prototype.compareClientSecret = function (secret) {
    return hasSecret(this.clientId, secret);
  };
  const { redirectUriAllowed, postLogoutRedirectUriAllowed } = prototype;
  prototype.redirectUriAllowed = function (uri) {
    return isAllowed(uri, this.redirectUris, () => redirectUriAllowed.call(this, uri));
  };
  prototype.postLogoutRedirectUriAllowed = function (uri) {
    return isAllowed(uri, this.postLogoutRedirectUris, () => postLogoutRedirectUriAllowed.call(this, uri));
  };
};
