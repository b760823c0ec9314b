import type { Database } from '../../database/database.ts';
import { call, startTestApp } from '../../http/testing/app.ts';
import { redirectUri } from '../../oidc/testing/people.ts';

/** Valid client metadata. */
export const goodClient = {
  client_name: 'Robot',
  redirect_uris: [redirectUri],
  token_endpoint_auth_method: 'none',
};
export const registrationConfig = '/configs/client-registration';

/** A tenant that clients register with. */
export const startRegistration = async (kind: Database['kind']) => {
  const app = await startTestApp(kind, {
    variables: { GATEHOUSE_ADDRESS_LIMIT: '1000', TRUST_PROXY: 'true' },
  });
  const endpoint = () => `${app.env.ENDPOINT}/oidc/register`;
  let calls = 0;
  return {
    app,
    endpoint,
    configure: (body: object) => app.manage('PATCH', registrationConfig, body),
    createToken: async (body: object = {}) =>
      (await app.manage('POST', `${registrationConfig}/initial-access-tokens`, { name: 'CI', ...body })).body,
    /** Each from its own address: there is a limit for each. */
    register(body: unknown, token?: string) {
      calls += 1;
      const headers = { 'x-forwarded-for': `198.51.${Math.floor(calls / 250)}.${calls % 250}` };
      return call(endpoint(), { method: 'POST', body, token, headers });
    },
    countClients: async () =>
      (await app.manage('GET', '/applications?isThirdParty=true')).body.length as number,
  };
};

export type Registration = Awaited<ReturnType<typeof startRegistration>>;

/** Counts the responses by status. */
export const statuses = (answers: { status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]),
  );
