import type { accountDraftPreviews as rows } from '@gatehouse/contract/draft-previews.ts';
import { printCookie } from '../../http/cookie-names.ts';
import { ownTransactions } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import { openLink, previewCookie } from '../draft-preview/sessions.ts';

export const draftPreviews = ownTransactions<typeof rows>({
  async open({ tenant, services, caller, request, reply, body }) {
    // An administrator who acts as a user is not that tester.
    if (caller.isExchanged) throw new RequestError('draft.preview_unavailable');
    const holding = { database: tenant.database, now: services.now() };
    const opened = await openLink(holding, { token: body.token, userId: caller.id });
    const { secret, seconds, ...details } = opened;
    services.audit.append(tenant.id, {
      key: 'DraftPreview.Open',
      payload: {
        result: 'Success',
        userId: caller.id,
        ip: request.ip,
        userAgent: request.headers['user-agent'],
        ...details,
      },
    });
    reply.header('set-cookie', printCookie(tenant, previewCookie, secret, seconds));
  },
});
