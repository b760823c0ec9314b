import {
  account as accountApi,
  cloud,
  experience as experienceApi,
  me as meApi,
  membership,
  mountPoints,
  setup as setupApi,
  wellKnown as wellKnownApi,
} from '@gatehouse/contract/apis.ts';
import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { audienceOf } from '../domain/management-audience.ts';
import { requireGoodStanding, type Tenant } from '../domain/tenant.ts';
import {
  anonymous,
  authenticateCloud,
  authenticateManagement,
  authenticateMe,
  authenticateMember,
  authenticateOwner,
} from '../http/authenticate.ts';
import { authenticateAccount } from '../http/authenticate-account.ts';
import { type Gate, implement } from '../http/implement.ts';
import { RequestError } from '../request-error.ts';
import type { Services } from '../services.ts';
import { access } from './account/access.ts';
import { account } from './account/account.ts';
import { draftPreviews } from './account/draft-previews.ts';
import { factors as accountFactors } from './account/factors.ts';
import { outside as accountOutside } from './account/outside.ts';
import { personalData } from './account/personal-data.ts';
import { verifications } from './account/verifications.ts';
import { hasura } from './authn/hasura.ts';
import { cloudAccount } from './cloud/account.ts';
import { checkouts } from './cloud/checkouts.ts';
import { receivedInvitations, sentInvitations } from './cloud/invitations.ts';
import { memberRoles } from './cloud/member-roles.ts';
import { tenantMembers } from './cloud/members.ts';
import { promotions } from './cloud/promotions.ts';
import { subscriptions } from './cloud/subscriptions.ts';
import { tenants } from './cloud/tenants.ts';
import { mountDraftPreviewApi } from './draft-preview/mount.ts';
import type { DraftPreviews } from './draft-preview/previews.ts';
import { accountLock } from './experience/account-lock.ts';
import { experience } from './experience/experience.ts';
import { factors } from './experience/factors.ts';
import { interaction } from './experience/interaction.ts';
import { outside } from './experience/outside.ts';
import { passkeySignIn } from './experience/passkey-sign-in.ts';
import { passkeys } from './experience/passkeys.ts';
import { profile } from './experience/profile.ts';
import { proofs } from './experience/proofs.ts';
import { noteRefusal } from './experience/refusals.ts';
import { mountManagement } from './management/management.ts';
import { latestRelease } from './me/latest-release.ts';
import { me } from './me/me.ts';
import { meSocial } from './me/social.ts';
import { setup } from './setup/setup.ts';
import { wellKnown } from './well-known/well-known.ts';

const defaultTimeoutMs = 20_000;

/** Options shared by all APIs. Each API adds its own prefix and access rule. */
type OpenGate = Omit<Gate, 'prefix'>;

type Options = {
  isAdmin: boolean;
  isCloud: boolean;
  isStrict?: boolean;
  timeoutMs?: number;
  /** Of the drafts of tenants: the console has none. */
  previews?: DraftPreviews;
  tenantOf(request: FastifyRequest): Promise<Tenant>;
};

/** Mounts each API as a table. The admin listener also has the APIs of the console. */
export const mountApis = (server: FastifyInstance, services: Services, options: Options) => {
  const { tenantOf, isStrict = false, timeoutMs = defaultTimeoutMs } = options;
  const open: OpenGate = { services, isStrict, timeoutMs, tenantOf, authenticate: async () => anonymous };
  mountTenantApis(server, services, { ...open, ...(options.previews ? { previews: options.previews } : {}) });
  if (!options.isAdmin) return;
  mountConsoleApis(server, open);
  if (options.isCloud) mountCloudApis(server, services, open);
  else mountSelfHostedApis(server, services, open);
};

const experienceHandlers = {
  accountLock,
  experience,
  factors,
  interaction,
  outside,
  passkeys,
  passkeySignIn,
  profile,
  proofs,
};

/** The APIs that every tenant has. */
const mountTenantApis = (
  server: FastifyInstance,
  services: Services,
  { previews, ...open }: OpenGate & Pick<Options, 'previews'>,
) => {
  const experienceGate = { ...open, prefix: mountPoints.experience };
  const { tenants: registry, env, providers } = services;
  mountManagement(server, {
    ...open,
    api: 'management',
    prefix: mountPoints.management,
    authenticate: async ({ headers, params }, row, tenant) =>
      authenticateManagement(headers.authorization, row, {
        params,
        tenant,
        admin: await registry.admin(),
        audience: audienceOf(env, tenant.id),
        isCloud: env.GATEHOUSE_EDITION === 'cloud',
      }),
  });
  implement(server, wellKnownApi, { hasura, wellKnown }, { ...open, prefix: mountPoints.wellKnown });
  implement(server, experienceApi, experienceHandlers, { ...experienceGate, noteRefusal });
  if (previews) mountDraftPreviewApi(server, { ...experienceGate, previews, handlers: experienceHandlers });
  implement(
    server,
    accountApi,
    {
      access,
      account,
      draftPreviews,
      factors: accountFactors,
      outside: accountOutside,
      personalData,
      verifications,
    },
    {
      ...open,
      api: 'account',
      prefix: mountPoints.account,
      authenticate: async ({ headers }, row, tenant) =>
        authenticateAccount(headers.authorization, row, { provider: await providers.of(tenant), tenant }),
    },
  );
};

/** APIs that the console needs in both editions. */
const mountConsoleApis = (server: FastifyInstance, open: OpenGate) => {
  implement(server, setupApi, { setup }, { ...open, prefix: mountPoints.setup });
  implement(
    server,
    meApi,
    { latestRelease, me, meSocial },
    {
      ...open,
      prefix: mountPoints.me,
      authenticate: ({ headers }, _, tenant) => authenticateMe(headers.authorization, tenant),
    },
  );
};

const members = { memberRoles, receivedInvitations, sentInvitations, tenantMembers };

const mountSelfHostedApis = (server: FastifyInstance, services: Services, open: OpenGate) => {
  implement(server, membership, members, memberGate(services, open));
  mountManagement(server, {
    ...open,
    prefix: `/m/${adminTenantId}/api`,
    authenticate: ({ headers }, row, admin) => authenticateOwner(headers.authorization, row, admin),
  });
};

const mountCloudApis = (server: FastifyInstance, services: Services, open: OpenGate) => {
  const { tenants: registry } = services;
  const handlers = { ...members, checkouts, cloudAccount, promotions, subscriptions, tenants };
  implement(server, cloud, handlers, memberGate(services, open));
  mountManagement(server, {
    ...open,
    prefix: '/m/:memberTenantId/api',
    tenantOf: async request => {
      const { memberTenantId } = request.params as { memberTenantId: string };
      const tenant = memberTenantId === adminTenantId ? undefined : await registry.get(memberTenantId);
      if (!tenant) throw new RequestError('tenant.not_found');
      await requireGoodStanding(tenant);
      return tenant;
    },
    authenticate: async ({ headers, params }, row, { id: tenantId }) =>
      authenticateMember(headers.authorization, row, {
        params,
        tenantId,
        admin: await registry.admin(),
      }).catch(tellIfGone(services, tenantId)),
  });
};

/** For members of tenants, who sign in at the console. */
const memberGate = (services: Services, open: OpenGate): Gate => ({
  ...open,
  prefix: mountPoints.cloud,
  authenticate: ({ headers, params }, row, admin) => {
    const { tenantId } = params as { tenantId?: string };
    return authenticateCloud(headers.authorization, row, { tenantId, admin }).catch(
      tellIfGone(services, tenantId),
    );
  },
});

/** A caller without access to a tenant that was just deleted learns that it is gone. */
const tellIfGone =
  ({ tenants: registry }: Services, tenantId: string | undefined) =>
  async (error: unknown) => {
    const isRefused = error instanceof RequestError && error.code === 'auth.forbidden';
    if (!isRefused || tenantId === undefined) throw error;
    // Asked of the database itself: what is remembered may be a moment old.
    const remembered = await registry.get(tenantId);
    const isThere = await remembered?.database.read(db =>
      db.selectFrom('tenants').select('id').executeTakeFirst(),
    );
    throw isThere ? error : new RequestError('tenant.not_found');
  };
