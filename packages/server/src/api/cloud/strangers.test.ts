import { cloud } from '@gatehouse/contract/apis.ts';
import { cloudAudience, tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import type { Row } from '@gatehouse/contract/endpoint.ts';
import { planIds } from '@gatehouse/contract/plans.ts';
import { tenantPermissions } from '@gatehouse/contract/scopes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, startTestApp, type TestApp } from '../../http/testing/app.ts';
import { createPerson, type Person } from './testing/people.ts';

type RowName = {
  [Area in keyof typeof cloud]: `${Area}.${keyof (typeof cloud)[Area] & string}`;
}[keyof typeof cloud];

/** The response of a row to a collaborator of the tenant, to the owner of another one, and to a user without any. */
type Answers = readonly [collaborator: number, neighbour: number, newcomer: number];

const own: Answers = [200, 200, 200];
const forMembers: Answers = [200, 403, 403];
const forAdministrators: Answers = [403, 403, 403];
/** Rows that want the token of a member: one of another tenant is none. */
const forMembersByToken: Answers = [200, 401, 401];
const forAdministratorsByToken: Answers = [403, 401, 401];

/** In this order: what ends the account of the one who asks comes last. */
const rows: Record<RowName, { answers: Answers; body?: object }> = {
  'tenants.list': { answers: own },
  'tenants.create': { answers: [201, 201, 201], body: { name: 'Own' } },
  'tenants.update': { answers: forAdministrators, body: { name: 'Mine' } },
  'tenants.delete': { answers: forAdministrators },
  'tenants.readSettings': { answers: forMembersByToken },
  'tenants.updateSettings': { answers: forAdministratorsByToken, body: { isMfaRequired: true } },
  'tenantMembers.list': { answers: forMembersByToken },
  'tenantMembers.setRole': { answers: forAdministratorsByToken, body: { roleName: 'collaborator' } },
  'tenantMembers.remove': { answers: forAdministratorsByToken },
  'tenantMembers.listScopes': { answers: forMembers },
  'memberRoles.list': { answers: forMembersByToken },
  'memberRoles.create': {
    answers: forAdministratorsByToken,
    body: { name: 'Mine', permissions: ['users:read'] },
  },
  'memberRoles.update': { answers: forAdministratorsByToken, body: { name: 'Mine' } },
  'memberRoles.delete': { answers: forAdministratorsByToken },
  'sentInvitations.list': { answers: forAdministratorsByToken },
  'sentInvitations.readService': { answers: forAdministratorsByToken },
  'sentInvitations.create': {
    answers: forAdministratorsByToken,
    body: { invitee: ['accomplice@harbour.example'], roleName: 'admin' },
  },
  'sentInvitations.setStatus': { answers: forAdministratorsByToken, body: { status: 'Revoked' } },
  'sentInvitations.resend': { answers: forAdministratorsByToken },
  'sentInvitations.link': { answers: forAdministratorsByToken },
  'sentInvitations.delete': { answers: forAdministratorsByToken },
  'receivedInvitations.list': { answers: own },
  'receivedInvitations.read': { answers: [403, 403, 403] },
  'receivedInvitations.setStatus': { answers: [403, 403, 403], body: { status: 'Accepted' } },
  // The caller has a token of the other tenant, or it stays closed.
  'promotions.preview': { answers: [401, 401, 401], body: { source: { tenantId: 'other', token: 'none' } } },
  'promotions.create': { answers: [401, 401, 401], body: { source: { tenantId: 'other', token: 'none' } } },
  'subscriptions.read': { answers: forMembers },
  'subscriptions.cancel': { answers: forAdministrators },
  'subscriptions.previewSwitch': { answers: forAdministrators },
  'subscriptions.switch': { answers: forAdministrators, body: { skuId: planIds.pro202411 } },
  'subscriptions.usage': { answers: forMembers },
  'subscriptions.periodicUsage': { answers: forMembers },
  'subscriptions.listAddOns': { answers: forMembers },
  'subscriptions.listAvailableSkus': { answers: forMembers },
  'subscriptions.listSkus': { answers: own },
  'subscriptions.listInvoices': { answers: forAdministrators },
  'subscriptions.openInvoice': { answers: forAdministrators },
  'subscriptions.downloadInvoice': { answers: forAdministrators },
  'subscriptions.openPortal': { answers: forAdministrators, body: { callbackUrl: 'ours' } },
  'checkouts.create': { answers: forAdministrators, body: { skuId: planIds.pro202411, tenantId: 'theirs' } },
  'checkouts.read': { answers: [404, 404, 404] },
  'cloudAccount.listRegions': { answers: own },
  // Each has a tenant by now.
  'cloudAccount.delete': { answers: [422, 422, 422] },
};

let app: TestApp;
let owner: Person;
const people: Person[] = [];
let neighboursTenant = '';
const params = { tenantId: '', userId: '', roleId: 'collaborator', invitationId: '', invoiceId: '', id: '' };

beforeAll(async () => {
  app = await startTestApp('postgresql', { variables: { GATEHOUSE_EDITION: 'cloud' } });
  owner = await createPerson(app, 'owner');
  for (const name of ['collaborator', 'neighbour', 'newcomer']) people.push(await createPerson(app, name));
  const [collaborator, neighbour] = people as [Person, Person];

  const { body: checkout } = await owner.cloud('POST', '/checkout-session', {
    skuId: planIds.pro202411,
    successCallbackUrl: app.env.ADMIN_ENDPOINT,
    tenantName: 'Harbour',
  });
  const choice = new URLSearchParams({ choice: 'pay' });
  await fetch(checkout.redirectUri, { method: 'POST', body: choice, redirect: 'manual' });
  const { tenantId } = (await owner.cloud('GET', `/checkout-session/${checkout.sessionId}`)).body;
  const { invoices } = (await owner.cloud('GET', `/tenants/${tenantId}/invoices`)).body;
  const invite = async (email: string) => {
    const invitation = { invitee: [email], roleName: 'collaborator' };
    return (await owner.member(tenantId, 'POST', '/invitations', invitation)).body[0].id;
  };
  const joined = await invite(collaborator.email);
  await collaborator.cloud('PATCH', `/invitations/${joined}/status`, { status: 'Accepted' });
  neighboursTenant = (await neighbour.cloud('POST', '/tenants', { name: 'Next door' })).body.id;
  Object.assign(params, {
    tenantId,
    userId: owner.id,
    invitationId: await invite('friend@harbour.example'),
    invoiceId: invoices[0].id,
    id: checkout.sessionId,
  });
});
afterAll(() => app.close());

const rowOf = (name: string): Row => {
  const [area, key] = name.split('.') as [keyof typeof cloud, string];
  return (cloud[area] as Record<string, Row>)[key]!;
};

const pathOf = ({ path }: Row) => path.replace(/:(\w+)/g, (_, key) => params[key as keyof typeof params]);

/** The address and the tenant in a body are those of this server and of the tenant that is attacked. */
const bodyOf = (name: string, body: object | undefined) => {
  if (name === 'checkouts.create')
    return { ...body, tenantId: params.tenantId, successCallbackUrl: app.env.ADMIN_ENDPOINT };
  return name === 'subscriptions.openPortal' ? { callbackUrl: app.env.ADMIN_ENDPOINT } : body;
};

/** The best that each can get: members of some tenant have a token that says so. */
const tokensOf = async (forMember: boolean) => {
  const [collaborator, neighbour, newcomer] = people as [Person, Person, Person];
  const organization = (tenantId: string) => ({ organization_id: tenantOrganizationId(tenantId) });
  const personal = { resource: cloudAudience };
  return [
    await collaborator.session.token(forMember ? organization(params.tenantId) : personal),
    await neighbour.session.token(forMember ? organization(neighboursTenant) : personal),
    await newcomer.session.token(personal),
  ];
};

const view = async () => ({
  tenant: (await owner.cloud('GET', '/tenants')).body,
  settings: (await owner.member(params.tenantId, 'GET', '/settings')).body,
  members: (await owner.member(params.tenantId, 'GET', '/members')).body,
  invitations: (await owner.member(params.tenantId, 'GET', '/invitations')).body,
  subscription: (await owner.cloud('GET', `/tenants/${params.tenantId}/subscription`)).body,
});

test('[ROLE-2] every row of the cloud API refuses collaborators, neighbors and newcomers what is not theirs', async () => {
  const before = await view();
  for (const [name, { answers, body }] of Object.entries(rows)) {
    const row = rowOf(name);
    const tokens = await tokensOf(tenantPermissions.some(permission => permission === row.permission));
    const got: number[] = [];
    for (const token of tokens) {
      const { status, text } = await call(`${app.env.ADMIN_ENDPOINT}/api${pathOf(row)}`, {
        method: row.method.toUpperCase(),
        token,
        body: bodyOf(name, body),
      });
      got.push(status);
      const isStranger = got.length > 1;
      if (isStranger) expect(text, name).not.toMatch(/Harbour|friend@/);
    }
    expect(got, name).toEqual(answers);
  }
  expect(await view()).toEqual(before);
});

test('[ROLE-2] a member of one tenant manages neither another one nor those that run the cloud', async () => {
  const [collaborator, neighbour] = people as [Person, Person];
  for (const tenantId of [params.tenantId, 'admin', 'default', 'nosuch']) {
    for (const [person, home] of [
      [neighbour, neighboursTenant],
      [collaborator, params.tenantId],
    ] as const) {
      if (tenantId === home) continue;
      const token = await person.session.token({ organization_id: tenantOrganizationId(home) });
      for (const path of ['/users', '/applications', '/configs/oidc/private-keys', '/organizations']) {
        const { status } = await call(`${app.env.ADMIN_ENDPOINT}/m/${tenantId}/api${path}`, { token });
        expect([401, 403, 404], `${tenantId}${path}`).toContain(status);
      }
    }
  }
});
