import fc from 'fast-check';
import { stringify } from 'yaml';
import {
  applications,
  organizationPermissions,
  organizationRoles,
  permissionsOf,
  resources,
  roles,
} from './generated-access.ts';
import type { Fields, Objects } from './generated-parts.ts';
import { connectors, domains, enterpriseSso, logStreams, webhooks } from './generated-services.ts';
import {
  accountCenter,
  captcha,
  customText,
  profileFields,
  signInExperience,
  signInScripts,
  templates,
  tokenScripts,
  tokens,
} from './generated-settings.ts';

export type GeneratedTenant = {
  files: { path: string; text: string }[];
  variables: Record<string, string>;
};

const secretValue = fc.stringMatching(/^[!-~]{1,40}$/);

/** The variables of a file are named after it; values never contain what a header refuses. */
const secretOf = (path: string, field: string) => `${path}_${field}`.toUpperCase().replace(/[^A-Z\d]+/g, '_');

/** A file, with a variable in place of each secret. */
const fileOf = (path: string, fields: Fields, variables: Record<string, string>, value: string) => {
  const named = (part: unknown, at: string): unknown => {
    if (part === '$') {
      const variable = secretOf(path, at);
      variables[variable] = `${value}-${Object.keys(variables).length}`;
      return `\${${variable}}`;
    }
    if (Array.isArray(part) || typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, named(each, `${at}_${key}`)]));
  };
  const kept = Object.fromEntries(Object.entries(fields).filter(([, each]) => each !== undefined));
  return {
    path: `${path}.yaml`,
    text: stringify(named(kept, ''), { lineWidth: 0, aliasDuplicateObjects: false, simpleKeys: true }),
  };
};

/** Tenants with objects of every kind, and references between them. */
export const generatedTenant: fc.Arbitrary<GeneratedTenant> = fc
  .tuple(resources, organizationPermissions)
  .chain(([api, own]) => {
    const [apiNames, ownNames] = [permissionsOf(api), [...own.keys()]];
    return fc.tuple(
      fc.constant(api),
      fc.constant(own),
      roles(apiNames),
      organizationRoles(ownNames, apiNames),
    );
  })
  .chain(([api, own, people, members]) =>
    fc.tuple(
      fc.constant({ api, own, people, members }),
      applications({ roles: people, own: [...own.keys()], api: permissionsOf(api) }),
    ),
  )
  .chain(([first, apps]) =>
    fc.record({
      'api-resources': fc.constant(first.api),
      'organization-template/permissions': fc.constant(first.own),
      roles: fc.constant(first.people),
      'organization-template/roles': fc.constant(first.members),
      applications: fc.constant(apps),
      connectors,
      'enterprise-sso': enterpriseSso({ applications: apps }),
      'profile-fields': profileFields,
      'custom-text': customText,
      'email-templates': templates,
      'customize-jwt': tokenScripts,
      'sign-in-scripts': signInScripts,
      webhooks,
      'log-streams': logStreams,
      'custom-domains': domains,
      single: fc.record({
        'sign-in-experience': signInExperience,
        'account-center': accountCenter,
        tokens,
        captcha,
      }),
      value: secretValue,
    }),
  )
  .map(({ single, value, ...folders }) => {
    const variables: Record<string, string> = {};
    const { captcha: provider, ...settings } = single;
    const files = [
      ...Object.entries(folders).flatMap(([folder, found]) =>
        [...(found as Objects)].map(([at, fields]) => fileOf(`${folder}/${at}`, fields, variables, value)),
      ),
      ...Object.entries(settings).map(([path, fields]) => fileOf(path, fields as Fields, variables, value)),
      ...(provider ? [fileOf('captcha/default', provider, variables, value)] : []),
    ];
    return { files, variables };
  });
