import type { Person } from '../../api/cloud/testing/people.ts';
import { call, type TestApp } from '../../http/testing/app.ts';

const api = 'https://orders.example/api';
const scriptsPath = '/configs/jwt-customizer';

const script = (body: string) => `const getCustomJwtClaims = async ({ token, api }) => { ${body} };`;

/** A tenant of the cloud with a machine, whose tokens a script can refuse. */
export type ScriptTenant = { id: string; machine: { id: string; secret: string } };

export const createScriptTenant = async (owner: Person, name: string): Promise<ScriptTenant> => {
  const { id } = (await owner.cloud('POST', '/tenants', { name })).body;
  await owner.manage(id, 'POST', '/resources', { name: 'Orders', indicator: api });
  const application = { name: 'Robot', type: 'MachineToMachine' };
  const { body } = await owner.manage(id, 'POST', '/applications', application);
  const secrets = await owner.manage(id, 'GET', `/applications/${body.id}/secrets`);
  return { id, machine: { id: body.id, secret: secrets.body[0].value } };
};

export const setScript = (owner: Person, { id }: ScriptTenant, body: string) =>
  owner.manage(id, 'PUT', `${scriptsPath}/client-credentials`, { script: script(body) });

export const requestScriptedToken = (app: TestApp, { id, machine }: ScriptTenant) =>
  call(`${app.env.ENDPOINT}/t/${id}/oidc/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${machine.id}:${machine.secret}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: api }).toString(),
  });

export const tryScript = (app: TestApp, { id }: ScriptTenant, token: string, body: string) =>
  call(`${app.env.ADMIN_ENDPOINT}/m/${id}/api${scriptsPath}/test`, {
    method: 'POST',
    token,
    body: { tokenType: 'client-credentials', script: script(body), token: {} },
  });
