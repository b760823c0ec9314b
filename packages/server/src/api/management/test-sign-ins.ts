import { allScope } from '@gatehouse/contract/dialect.ts';
import { generateId, generateState } from '@gatehouse/contract/ids.ts';
import {
  type testSignIns as rows,
  type TestSignInResult,
  testStatePrefix,
} from '@gatehouse/contract/test-sign-ins.ts';
import type { SocialAccount } from '../../connectors/connector.ts';
import { beginSocial, finishSocial, type SocialSession } from '../../connectors/social-session.ts';
import { signerOf } from '../../domain/connector-signer.ts';
import { type Caller, holds } from '../../http/authenticate.ts';
import { ownTransactions, type RequestContext } from '../../http/implement.ts';
import { type OutsideVerification, resolveOutside } from '../../oidc/outside-proof.ts';
import { RequestError } from '../../request-error.ts';
import { beginSso, findSsoConnector, finishSso } from '../../sso/session.ts';
import { requireSocialConnector } from '../link-identity.ts';

/** Direct: asking a provider must not hold a transaction. */
export const testSignIns = ownTransactions<typeof rows>({
  async beginSocial(context) {
    const connector = await requireSocialConnector(context, context.params.connectorId);
    const session = newSession(context, connector.id);
    return { redirectTo: await beginSocial(context.services, connector, session), state: session.state };
  },

  async finishSocial(context) {
    const { services, tenant, body } = context;
    const connector = await requireSocialConnector(context, context.params.connectorId);
    const session = sessionOf(context, connector.id, body.connectorData.state);
    const dependencies = { ...services, sign: signerOf(tenant) };
    const account = await finishSocial(dependencies, connector, session, body.connectorData);
    return describe(context, account, {
      type: 'Social',
      target: connector.target,
      ...proofOf(connector.id, session),
    });
  },

  async beginSso(context) {
    const connector = await requireSso(context, context.params.ssoConnectorId);
    const session = newSession(context, connector.id);
    return { redirectTo: await beginSso(context, connector, session, {}), state: session.state };
  },

  async finishSso(context) {
    const { body } = context;
    const saved = await requireSso(context, context.params.ssoConnectorId);
    const connector = { ...saved, domains: body.domains ?? saved.domains };
    const session = sessionOf(context, connector.id, body.connectorData.state);
    const { account, issuer } = await finishSso(context, connector, session, body.connectorData, {});
    const verification = { type: 'EnterpriseSso' as const, issuer, ...proofOf(connector.id, session) };
    return describe(context, account, verification, connector.domains);
  },
});

type Context = Pick<RequestContext<never>, 'tenant' | 'services' | 'caller'>;

const requireSso = async ({ tenant, services }: Context, id: string) => {
  const connector = await tenant.database.read(db => findSsoConnector(db, services.vault, id));
  if (!connector)
    throw new RequestError('connector.not_found', { data: { type: 'enterprise', id }, status: 404 });
  return connector;
};

/** A test belongs to its caller: the answer to one is worth nothing to another. */
const ownerOf = ({ kind, id }: Caller) => `test:${kind}:${id}`;

const sessionOf = ({ tenant, caller }: Context, connectorId: string, state: string): SocialSession => ({
  owner: ownerOf(caller),
  state,
  redirectUri: `${tenant.endpoint}/callback/${connectorId}`,
});

const stateLength = 24;

const newSession = (context: Context, connectorId: string) =>
  sessionOf(context, connectorId, `${testStatePrefix}${generateState(stateLength)}`);

const proofOf = (connectorId: string, { state, redirectUri }: SocialSession) => ({
  id: generateId(),
  isVerified: true,
  connectorId,
  state,
  redirectUri,
});

const describe = async (
  { tenant, caller }: Context,
  { rawData, tokens: _, ...account }: SocialAccount,
  verification: OutsideVerification,
  domains?: readonly string[],
): Promise<TestSignInResult> => {
  const { user, proof } = await resolveOutside(
    tenant,
    'SignIn',
    { ...verification, account: { ...account, rawData } },
    { domains },
  );
  const outcome = user ? 'signs_in' : 'related' in proof ? 'asks_to_link' : 'registers';
  const isShown = user && holds(caller, allScope, 'read:data', 'users:read');
  const { id, name, email, phone, avatar } = account;
  return {
    account: { id, name, email, phone, avatar },
    claims: rawData as TestSignInResult['claims'],
    outcome,
    ...(isShown ? { user: { id: user.id, name: user.name, primaryEmail: user.primaryEmail } } : {}),
  };
};
