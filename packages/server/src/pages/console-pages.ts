import {
  cloudAudience,
  defaultTenantId,
  meAudience,
  tenantPlaceholder,
} from '@gatehouse/contract/dialect.ts';
import { escapeHtml } from '@gatehouse/contract/escape-html.ts';
import { completePolicy } from '@gatehouse/contract/password-rules.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { audienceOf } from '../domain/management-audience.ts';
import { hasAnybody } from '../domain/setup-code.ts';
import { brandOf } from '../env-brand.ts';
import { inlineData, plainPage } from '../http/html.ts';
import { contentSecurityPolicy, openerPolicy } from '../http/security-headers.ts';
import type { StaticFiles } from '../http/static-files.ts';
import type { Services } from '../services.ts';
import { version } from '../version.ts';
import { needsSetupCode } from './setup-code-need.ts';

/** The console: one built app. Self-hosted it lives under `/console`, in the cloud at the root; its files stay put. */
export const mountConsole = (server: FastifyInstance, files: StaticFiles, services: Services) => {
  const { env, tenants } = services;
  const isCloud = env.GATEHOUSE_EDITION === 'cloud';
  const brand = brandOf(env);
  const index = files.index?.replace(
    '<title>Gatehouse</title>',
    () => `<title>${escapeHtml(brand.name)}</title>`,
  );

  const sendPage = async (reply: FastifyReply) => {
    if (index === undefined) {
      const body = '<p>The console was not built yet. Run <code>npm run build</code>.</p>';
      return reply.type('text/html; charset=utf-8').send(plainPage({ title: 'Not built', body }));
    }
    const admin = await tenants.admin();
    const { passwordPolicy } = await admin.cached.signInExperience();
    const bootstrap = {
      edition: env.GATEHOUSE_EDITION,
      version,
      tenantEndpoint: tenants.endpointOf(defaultTenantId),
      endpointPattern: tenants.endpointOf(tenantPlaceholder),
      audiencePattern: audienceOf(env, tenantPlaceholder),
      adminEndpoint: env.ADMIN_ENDPOINT,
      tenantId: defaultTenantId,
      hasAdministrator: await admin.database.read(hasAnybody),
      needsSetupCode: needsSetupCode(env, reply.request.raw),
      minimumPasswordLength: completePolicy(passwordPolicy).length.min,
      managementAudience: audienceOf(env, defaultTenantId),
      meAudience,
      cloudAudience,
      devFeatures: env.GATEHOUSE_DEV_FEATURES,
      brand,
    };
    // A window that comes back from a provider can close itself only as long as it is still its opener's.
    if (!/\/(handle-social|sign-in-test)(\?|$)/.test(reply.request.url)) reply.headers(openerPolicy);
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', contentSecurityPolicy({ connect: [new URL(env.ENDPOINT).origin] }))
      .send(inlineData(index, 'gatehouse-bootstrap', bootstrap, 'en'));
  };

  server.get('/console', (_, reply) => (isCloud ? reply.redirect('/') : sendPage(reply)));
  server.get('/console/*', (request, reply) => {
    const path = (request.params as { '*': string })['*'];
    return files.has(path) ? files.send(path, request, reply) : sendPage(reply);
  });
  server.get('/', (_, reply) => (isCloud ? sendPage(reply) : reply.redirect('/console')));
  return { sendPage };
};
