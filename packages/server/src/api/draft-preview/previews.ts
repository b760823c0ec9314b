import { demoApplicationId } from '@gatehouse/contract/dialect.ts';
import { type DraftPreviewEnd, draftPreviews as links } from '@gatehouse/contract/draft-previews.ts';
import type { FastifyRequest } from 'fastify';
import { createAuthorAccess } from '../../domain/job-authors.ts';
import { systemOrigin } from '../../domain/origins.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { TenantCache } from '../../domain/tenant-cache.ts';
import { callOf } from '../../drafts/rows.ts';
import { readCookie } from '../../http/cookie-names.ts';
import { mayCall } from '../../http/may-call.ts';
import type { ExperienceState } from '../../oidc/interaction-state.ts';
import type { FoundInteraction } from '../../oidc/interactions.ts';
import { RequestError } from '../../request-error.ts';
import type { Services } from '../../services.ts';
import { everyone } from '../management/draft-runs.ts';
import { findSession, type PreviewSession, previewCookie, saveProgress } from './sessions.ts';
import { createDraftViews } from './views.ts';

/** A tester's preview of a draft, during one request. */
type Preview = {
  session: PreviewSession;
  /** Has the settings of the draft. */
  tenant: Tenant;
  interaction: FoundInteraction;
  /** The preview goes no further: from here on, the live pages would save something or leave. */
  stop(end: DraftPreviewEnd): Promise<never>;
};

export type DraftPreviews = ReturnType<typeof createDraftPreviews>;

/** Runs the sign-in pages with the settings of drafts, for testers. */
export const createDraftPreviews = (services: Services) => {
  const views = createDraftViews(services);
  const previews = new WeakMap<Tenant, Preview>();
  const accessOf = createAuthorAccess(services);

  /** A link shows what its author could make a link for now, although others add to the draft. */
  const isStillAllowed = async ({ id: tenantId }: Tenant, { author, draft }: PreviewSession) => {
    const { scopes } = await accessOf({ ...author, secretCreatedAt: undefined }, tenantId);
    const rows = [links.create, ...draft.requests.map(request => callOf(request).row)];
    return rows.every(row => mayCall({ ...author, scopes }, row));
  };

  const open = async (live: Tenant, request: FastifyRequest): Promise<Preview | undefined> => {
    const token = readCookie(request.headers.cookie, live, previewCookie);
    if (token === undefined) return undefined;
    const holding = { database: live.database, vault: services.vault, now: services.now() };
    const session = await findSession(holding, token);
    if (!session || !(await isStillAllowed(live, session))) return undefined;
    const caller = everyone({ ...session.author, scopes: new Set() });
    const context = { tenant: live, services, caller, origin: systemOrigin('draft-preview'), request };
    const { id: draftId, requests } = session.draft;
    const version = requests.map(({ id }) => id).join(' ');
    const settings = await views.of(context, { draftId, version });
    const preview = assemble(services, live, { session, settings });
    previews.set(preview.tenant, preview);
    return preview;
  };

  const require = (tenant: Tenant) => {
    const preview = previews.get(tenant);
    if (!preview) throw new RequestError('session.not_found');
    return preview;
  };

  return {
    open,
    require,
    close: views.close,
    /** Without the means to sign anyone in: no provider, no log of sign-ins. */
    services: {
      ...services,
      audit: { ...services.audit, append: () => undefined, keep: () => undefined },
      providers: {
        of: refuse,
        handle: refuse,
        interaction: async (tenant: Tenant) => require(tenant).interaction,
      },
    } satisfies Services,
  };
};

const refuse = (): never => {
  throw new RequestError('session.not_found');
};

type Found = { session: PreviewSession; settings: TenantCache };

const assemble = (services: Services, live: Tenant, { session, settings }: Found): Preview => {
  const save = async (progress: PreviewSession['progress']) => {
    await saveProgress({ database: live.database, vault: services.vault }, session, progress);
    session.progress = progress;
  };
  const stop = async (end: DraftPreviewEnd): Promise<never> => {
    await save({ ...session.progress, end });
    throw new RequestError('draft.preview_stopped', { data: { end } });
  };
  const tenant: Tenant = {
    ...live,
    live,
    cached: { ...live.cached, ...settingsOf(settings) },
    database: {
      ...live.database,
      // Everything is checked as for a live sign-in. Then it is undone, and the preview is over.
      async write(origin, work) {
        await live.database.tryWrite(origin, work);
        return stop(ends[session.progress.state?.event ?? 'SignIn']);
      },
    },
  };
  return { session, tenant, interaction: interactionOf(session, { save, stop }), stop };
};

const ends = { SignIn: 'signIn', Register: 'register', ForgotPassword: 'resetPassword' } as const;

/** Scripts could tell others, and a CAPTCHA needs its provider: a preview has neither. */
const settingsOf = (settings: TenantCache): Partial<TenantCache> => ({
  client: settings.client,
  ownLanguages: settings.ownLanguages,
  pagePhrases: settings.pagePhrases,
  profileFields: settings.profileFields,
  publicExperience: settings.publicExperience,
  signInExperience: settings.signInExperience,
  signInConfiguration: async () => ({
    ...(await settings.signInConfiguration()),
    hasCaptchaProvider: false,
  }),
  actions: async () => ({}),
});

type Steps = {
  save(progress: PreviewSession['progress']): Promise<void>;
  stop(end: DraftPreviewEnd): Promise<never>;
};

/** In place of an interaction of the provider, which could end in a session and tokens. */
const interactionOf = (session: PreviewSession, { save, stop }: Steps): FoundInteraction => ({
  id: session.id,
  signInId: session.id,
  clientId: demoApplicationId,
  params: {},
  prompt: { name: 'login', reasons: [], details: {} },
  session: undefined,
  grantId: undefined,
  returnTo: '',
  stepUp: {},
  mustBeFresh: async () => false,
  get state() {
    return session.progress.state;
  },
  requireState() {
    if (!this.state) throw new RequestError('session.interaction_not_found');
    return this.state;
  },
  async save(state) {
    if (state && usersOf(state).some(id => id !== session.userId))
      throw new RequestError('draft.preview_of_others');
    await save(state ? { state } : {});
  },
  finish: () => stop('signIn'),
});

/** Everyone that the proofs of an interaction are about, except a user who would be new. */
const usersOf = ({ userId, verifications }: ExperienceState) =>
  [userId, ...verifications.map(proof => ('userId' in proof ? proof.userId : undefined))].filter(
    id => id !== undefined,
  );
