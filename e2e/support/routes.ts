import { areas } from '../../packages/console/src/areas.ts';
import type { Screen } from '../../packages/console/src/screen.ts';
import type { Management } from './management.ts';

export type Route = { area: string; path: string };

const pathsBelow = (screens: readonly Screen[], parent: string): string[] =>
  screens.flatMap(screen => {
    const path = [parent, screen.path].filter(Boolean).join('/');
    if ('redirectTo' in screen) return [];
    // Its first tab stands for a page that has tabs.
    const hasIndex = screen.children.some(child => child.path === '');
    return [...(hasIndex ? [] : [path]), ...pathsBelow(screen.children, path)];
  });

/** Every address of the console's areas, as the router has them. */
export const routesOf = (edition: 'oss' | 'cloud'): Route[] =>
  areas
    .filter(area => !('edition' in area) || area.edition === edition)
    .flatMap(area =>
      [...new Set(pathsBelow('routes' in area ? area.routes : [], area.segment))].map(path => ({
        area: area.segment,
        path,
      })),
    );

type Values = Record<string, Record<string, string>>;

type Create = (path: string, body: object, key?: string) => Promise<string>;

/** Creates one of everything; gives what stands for the names, by where an address begins. */
const createValues = async (management: Management, create: Create): Promise<Values> => {
  const stamp = Date.now().toString(36);
  const machine = await create('/applications', { name: 'Route robot', type: 'MachineToMachine' });
  const partner = await create('/applications', {
    name: 'Route partner',
    type: 'Traditional',
    isThirdParty: true,
    oidcClientMetadata: { redirectUris: ['https://shop.example.com/callback'], postLogoutRedirectUris: [] },
  });
  const resource = await create('/resources', {
    name: 'Route API',
    indicator: `https://routes.example.com/${stamp}`,
  });
  await management('POST', `/resources/${resource}/scopes`, { name: 'read:routes', description: 'See them' });
  const hook = await create('/hooks', {
    name: 'Route hook',
    events: ['User.Created'],
    config: { url: 'https://hooks.example.com' },
  });
  const field = await create(
    '/custom-profile-fields',
    { name: `route${stamp}`, type: 'Text', label: 'Route', required: false, config: {} },
    'name',
  );
  const role = { name: `Route role ${stamp}`, description: 'Walks' };
  const [log] = await management('GET', '/logs?page_size=1');

  /** By where an address begins: the longest that fits knows best. */
  return {
    // A tenant without sign-ins has none.
    '': { $logId: log?.id ?? 'none' },
    'api-resources': { $id: resource, $guideId: 'express' },
    applications: { $id: machine, $guideId: 'machine' },
    'applications/$id/branding': { $id: partner },
    'applications/$id/permissions': { $id: partner },
    'applications/$id/organizations': { $id: partner },
    'applications/$id/attribute-mapping': { $id: await create('/saml-applications', { name: 'Route SAML' }) },
    'audit-logs/streams': {
      $id: await create('/log-streams', {
        name: 'Route stream',
        enabled: false,
        config: { kind: 'http', url: 'https://logs.example.com', format: 'json-lines' },
      }),
    },
    connectors: { $tab: 'passwordless', $factoryId: 'simplemail-transfer-protocol' },
    'connectors/passwordless': { $createType: 'email' },
    'connectors/social': { $createType: 'social' },
    'connectors/$tab/$id': { $id: await create('/connectors', { connectorId: 'development-mailbox' }) },
    'customize-jwt': { $tokenType: 'access-token', $action: 'create', $moment: 'sign-in' },
    'enterprise-sso': {
      $id: await create('/sso-connectors', { providerName: 'SAML', connectorName: `Route ${stamp}` }),
    },
    'organization-template': { $id: await create('/organization-roles', role) },
    organizations: { $id: await create('/organizations', { name: 'Route club' }) },
    roles: { $id: await create('/roles', role) },
    'roles/$id/machine-to-machine-apps': {
      $id: await create('/roles', { ...role, name: `Route robots ${stamp}`, type: 'MachineToMachine' }),
    },
    security: { $guideId: 'Turnstile' },
    'sign-in-experience': { $id: field },
    users: {
      $id: await create('/users', { username: `route_${stamp}`, name: 'Route walker' }),
      $target: 'github',
      $connectorId: 'unknown',
    },
    webhooks: { $id: hook },
  };
};

/** Something for each address to show, unless it is known better; `fill` puts it in place of the names in an address. */
export const createSamples = async (management: Management, known: Values = {}) => {
  const made: string[] = [];
  const create: Create = async (path, body, key = 'id') => {
    const { [key]: id } = await management('POST', path, body);
    made.push(`${path}/${id}`);
    return id;
  };
  const values = await createValues(management, create);
  // An area that is not known here lists objects that need no more than a name, at the same address in the API.
  for (const { area, path } of [...routesOf('oss'), ...routesOf('cloud')]) {
    const isKnown = Object.entries(values).some(([start, each]) => path.startsWith(start) && each.$id);
    if (path.includes('$id') && !isKnown) values[area] = { $id: await create(`/${area}`, { name: 'Route' }) };
  }
  const byLength = Object.keys({ ...values, ...known })
    .map(start => [start, { ...values[start], ...known[start] }] as const)
    .sort(([one], [other]) => other.length - one.length);
  return {
    fill: (path: string) =>
      path.replaceAll(/\$\w+/g, name => {
        const [, each] = byLength.find(([start, each]) => path.startsWith(start) && each[name]) ?? [];
        if (!each?.[name]) throw new Error(`Nothing stands for ${name} of ${path}.`);
        return each[name];
      }),
    /** Others share the product, and are not to meet what was only made to be looked at. */
    remove: async () => {
      for (const path of made) await management('DELETE', path);
    },
  };
};
