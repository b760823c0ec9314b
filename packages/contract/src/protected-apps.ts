import { z } from 'zod';
import { siteDomain } from './client-metadata.ts';
import { createDomain } from './domains.ts';
import { defineRows } from './endpoint.ts';

const read = 'applications:read';
const write = 'applications:write';

/** Custom domains of protected applications, and what they have in common. */
export const protectedApps = defineRows({
  listDomains: {
    method: 'get',
    path: '/applications/:id/protected-app-metadata/custom-domains',
    summary: 'List the custom domains of a protected application, and check those that are not active',
    response: z.array(siteDomain),
    status: 200,
    permission: read,
    errors: ['application.protected_application_only', 'application.protected_app_not_configured'],
  },
  addDomain: {
    method: 'post',
    path: '/applications/:id/protected-app-metadata/custom-domains',
    summary: 'Add a custom domain to a protected application',
    body: createDomain,
    response: siteDomain,
    status: 201,
    permission: write,
    change: 'application',
    errors: [
      'application.protected_application_only',
      'application.protected_app_not_configured',
      'domain.domain_is_not_allowed',
      'domain.hostname_already_exists',
      'domain.limit_to_one_domain',
    ],
  },
  removeDomain: {
    method: 'delete',
    path: '/applications/:id/protected-app-metadata/custom-domains/:domain',
    summary: 'Remove a custom domain from a protected application',
    status: 204,
    permission: write,
    change: 'application',
    errors: ['application.custom_domain_not_found'],
  },
  readSystem: {
    method: 'get',
    path: '/systems/application',
    summary: 'Read the domain of protected applications',
    response: z.object({ protectedApps: z.object({ defaultDomain: z.string() }) }),
    status: 200,
    permission: read,
    errors: ['application.protected_app_not_configured'],
  },
});
