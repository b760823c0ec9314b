import { decodeProtectedHeader } from 'jose';
import type { Client, Provider } from 'oidc-provider';

type Validate = (jwt: string, client: Client) => Promise<unknown>;

/** An ID token from before a rotation may be signed in another way than those of today, and is a hint all the same. */
export const acceptHintsOfAllKeys = (provider: Provider, algorithms: readonly string[]) => {
  const IdToken = provider.IdToken as unknown as { validate: Validate };
  const validate = IdToken.validate.bind(IdToken);
  IdToken.validate = (jwt, client) => {
    const { alg } = decodeProtectedHeader(jwt);
    if (!alg || !algorithms.includes(alg)) return validate(jwt, client);
    return validate(jwt, Object.create(client, { idTokenSignedResponseAlg: { value: alg } }));
  };
};
