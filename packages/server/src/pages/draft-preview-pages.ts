import { draftPreviewLinkPath, draftPreviewPath } from '@gatehouse/contract/draft-preview-paths.ts';
import type { DraftPreviewEnd } from '@gatehouse/contract/draft-previews.ts';
import type { ExperiencePage } from '@gatehouse/contract/experience-page.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tenant } from '../domain/tenant.ts';
import type { ConsoleApp } from '../oidc/clients.ts';
import type { FoundInteraction } from '../oidc/interactions.ts';
import { RequestError } from '../request-error.ts';
import { describeInteraction } from './experience-content.ts';
import { renderDocument, sendDocument, wantedBy } from './experience-document.ts';

type Shown = {
  /** With the settings of the draft. */
  tenant: Tenant;
  interaction: FoundInteraction;
  session: { draft: { name: string }; progress: { end?: DraftPreviewEnd } };
};

type Options = {
  index: string | undefined;
  consoleApp: ConsoleApp;
  tenantOf(request: FastifyRequest): Promise<Tenant>;
  /** The preview that a request belongs to, if its cookie is good. */
  open(tenant: Tenant, request: FastifyRequest): Promise<Shown | undefined>;
};

/** The sign-in pages with the settings of a draft, and the page that a preview link leads to. */
export const mountDraftPreviewPages = (
  server: FastifyInstance,
  { index, consoleApp, tenantOf, open }: Options,
) => {
  const render = (
    request: FastifyRequest,
    tenant: Tenant,
    draftPreview: NonNullable<ExperiencePage['draftPreview']>,
    content: Partial<ExperiencePage> = {},
  ) =>
    renderDocument(index, tenant, wantedBy(request), {
      content: { ...content, draftPreview },
      namespace: 'account',
    });

  server.get(draftPreviewLinkPath, async (request, reply) =>
    sendDocument(reply, await render(request, await tenantOf(request), { isLink: true, isPage: true })),
  );

  server.get(`${draftPreviewPath}/*`, async (request, reply) => {
    const live = await tenantOf(request);
    const shown = await open(live, request).catch(ifRefused);
    if (!shown) return sendDocument(reply.code(404), await render(request, live, { isPage: true }));
    if ('isRefused' in shown) return sendDocument(reply, await render(request, live, shown));
    const { tenant, interaction, session } = shown;
    const { draft, progress } = session;
    const { end } = progress;
    const draftPreview = { name: draft.name, ...(end ? { end, isPage: true } : {}) };
    const content = await describeInteraction(tenant, interaction, consoleApp);
    return sendDocument(reply, await render(request, tenant, draftPreview, content));
  });
};

/** The draft cannot be applied to the settings as they are now. */
const ifRefused = (error: unknown) => {
  if (error instanceof RequestError && error.code === 'draft.refused')
    return { isRefused: true, isPage: true };
  throw error;
};
