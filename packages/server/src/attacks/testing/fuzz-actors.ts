import { cloudAudience, meAudience, tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import type { Row } from '@gatehouse/contract/endpoint.ts';
import { managementPermissions } from '@gatehouse/contract/management-permissions.ts';
import type { ManagementPermission } from '@gatehouse/contract/scopes.ts';
import { enterAccount } from '../../api/account/testing/enter.ts';
import type { Person } from '../../api/cloud/testing/people.ts';
import { keepMessages, visit } from '../../api/experience/testing/visit.ts';
import { machineWith } from '../../api/management/testing/tokens.ts';
import { requestToken, type TestApp } from '../../http/testing/app.ts';
import { tokenExchangeGrant } from '../../oidc/grant-types.ts';
import { tokenTypes } from '../../oidc/subject-tokens.ts';

/** A caller, and which rows of a management API it may use; `undefined` where that depends on more than the row. */
export type Actor = {
  name: string;
  headers: Record<string, string>;
  holds?: readonly ManagementPermission[];
};

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Whether the row of a management API is one that this caller may use. */
export const mayUse = ({ holds }: Actor, { permission }: Row) =>
  permission === 'public' ||
  (holds !== undefined && (holds.includes('all') || holds.some(held => held === permission)));

/**
 * All kinds of holders of a token of a tenant: machines of each permission, users, their tokens, organizations, and no
 * token.
 */
export const actorsOf = async (app: TestApp): Promise<Actor[]> => {
  const origin = app.env.ENDPOINT;
  const machines: Actor[] = [];
  for (const permission of managementPermissions)
    machines.push({
      name: `machine with ${permission}`,
      headers: bearer((await machineWith(app, [permission])).token),
      holds: [permission],
    });
  await keepMessages(app);
  const fields = ['name', 'avatar', 'profile', 'email', 'phone', 'password', 'username', 'social'];
  const edit = Object.fromEntries([...fields, 'customData', 'mfa', 'session'].map(name => [name, 'Edit']));
  await app.manage('PATCH', '/account-center', { enabled: true, fields: edit });
  const { user, token, prove } = await enterAccount(app, 'fuzzed');
  const account = { ...bearer(token), 'gatehouse-verification-id': await prove() };

  const { body: personal } = await app.manage('POST', `/users/${user.id}/personal-access-tokens`, {
    name: 'Fuzz',
  });
  const { body: shop } = await app.manage('POST', '/applications', {
    name: 'Exchange',
    type: 'Traditional',
    oidcClientMetadata: { redirectUris: ['https://app.example/callback'], postLogoutRedirectUris: [] },
    customClientMetadata: { allowTokenExchange: true },
  });
  const { body: secrets } = await app.manage('GET', `/applications/${shop.id}/secrets`);
  const exchanged = await requestToken(
    origin,
    { id: shop.id, secret: secrets[0].value },
    {
      grant_type: tokenExchangeGrant,
      subject_token: personal.value,
      subject_token_type: tokenTypes.personalAccessToken,
    },
  );

  const member = await machineWith(app, ['users:read']);
  const { body: organization } = await app.manage('POST', '/organizations', { name: 'Fuzz' });
  await app.manage('POST', `/organizations/${organization.id}/applications`, { applicationIds: [member.id] });
  const inside = await requestToken(origin, member, {
    resource: `urn:logto:organization:${organization.id}`,
  });

  return [
    ...machines,
    { name: 'user of the account API', headers: account, holds: [] },
    { name: 'personal access token', headers: bearer(personal.value), holds: [] },
    { name: 'exchanged personal access token', headers: bearer(exchanged.access_token ?? 'none'), holds: [] },
    { name: 'organization token', headers: bearer(inside.access_token ?? 'none'), holds: [] },
    {
      name: 'visitor at the sign-in page',
      headers: { cookie: (await visit(app, 'SignIn')).browser.cookies() },
      holds: [],
    },
    { name: 'nobody', headers: {}, holds: [] },
  ];
};

/** The tokens of a console user in the cloud: for themselves, and as a member of a tenant. */
export const actorsOfPerson = async (person: Person, role: string, tenantId: string): Promise<Actor[]> => {
  const { session } = person;
  return [
    { name: `${role}, cloud token`, headers: bearer(await session.token({ resource: cloudAudience })) },
    { name: `${role}, me token`, headers: bearer(await session.token({ resource: meAudience })) },
    {
      name: `${role}, token of the tenant`,
      headers: bearer(await session.token({ organization_id: tenantOrganizationId(tenantId) })),
    },
  ];
};
