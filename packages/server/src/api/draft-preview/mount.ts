import { experience as api } from '@gatehouse/contract/apis.ts';
import { draftPreviewPath } from '@gatehouse/contract/draft-preview-paths.ts';
import type { Row } from '@gatehouse/contract/endpoint.ts';
import type { FastifyInstance } from 'fastify';
import { liveTenant } from '../../domain/tenant.ts';
import { findUserByIdentifier } from '../../domain/users.ts';
import { type Gate, type Handlers, implement, type RequestContext } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import type { DraftPreviews } from './previews.ts';

type ExperienceHandlers = { [Area in keyof typeof api]: Handlers<(typeof api)[Area]> };

/** They would keep a file, use up a link, or belong to a sign-in with an application. */
const closed = new Set<Row>([
  api.accountLock.lock,
  api.experience.uploadAvatar,
  api.proofs.verifyOneTimeToken,
  api.outside.verifySocial,
  api.outside.verifySso,
  ...Object.values(api.interaction),
]);

const leaving = new Set<Row>([api.outside.beginSocial, api.outside.beginSso]);

/** The API of the sign-in pages, with the settings of the draft that a cookie opens. */
export const mountDraftPreviewApi = (
  server: FastifyInstance,
  { previews, handlers, ...gate }: Gate & { previews: DraftPreviews; handlers: ExperienceHandlers },
) => {
  server.addHook('onClose', async () => previews.close());
  implement(server, api, handlers, {
    ...gate,
    services: previews.services,
    prefix: `${draftPreviewPath}${gate.prefix}`,
    async tenantOf(request) {
      const preview = await previews.open(await gate.tenantOf(request), request);
      if (!preview) throw new RequestError('session.not_found');
      return preview.tenant;
    },
    async admit(row, context) {
      context.reply.header('cache-control', 'no-store');
      const { stop } = previews.require(context.tenant);
      if (closed.has(row)) throw new RequestError('request.feature_not_supported');
      if (leaving.has(row)) await stop('provider');
      if (row === api.proofs.verifyPassword && !(await isOwn(previews, context)))
        throw new RequestError('draft.preview_of_others');
      if (row === api.proofs.sendCode && !(await isOwn(previews, context))) await stop('message');
    },
  });
};

type Identified = { identifier: Parameters<typeof findUserByIdentifier>[1] };

/** Whether the identifier is one of the tester's. The answer is the same for other users and for no user. */
const isOwn = async (previews: DraftPreviews, { tenant, body }: RequestContext<Row>) => {
  const { identifier } = body as unknown as Identified;
  const user = await liveTenant(tenant).database.read(db => findUserByIdentifier(db, identifier));
  return user?.id === previews.require(tenant).session.userId;
};
