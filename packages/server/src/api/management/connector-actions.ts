import { builtInEmailId } from '@gatehouse/contract/built-in-email.ts';
import type { connectorActions as rows } from '@gatehouse/contract/connector-actions.ts';
import { findFactory } from '../../connectors/catalogue.ts';
import { runConnector } from '../../connectors/run.ts';
import { beginSocial, findSocialConnector } from '../../connectors/social-session.ts';
import { ownTransactions } from '../../http/implement.ts';
import { queueBuiltIn } from '../../messages/queue.ts';
import { renderMessage } from '../../messages/render.ts';
import { admitSms } from '../../messages/sms-limits.ts';
import { RequestError } from '../../request-error.ts';

/** Accounts that administrators link for their users begin and end with this owner. */
export const managementOwner = 'management';

/** Direct: asking a provider must not hold a transaction. */
export const connectorActions = ownTransactions<typeof rows>({
  async test({ tenant, origin, services, params, body }) {
    const factory = findFactory(params.factoryId);
    if (!factory)
      throw new RequestError('connector.not_found', { data: { type: params.factoryId }, status: 400 });
    const channel = body.email === undefined ? 'Sms' : 'Email';
    const { send } = factory;
    if (params.factoryId === builtInEmailId && body.email !== undefined) {
      const message = {
        templateType: body.type ?? 'Generic',
        payload: { code: '000000', locale: body.locale },
      };
      const recipient = body.email;
      await tenant.database.write(origin, tx => queueBuiltIn(tx, services.vault, { recipient, ...message }));
      return;
    }
    if (!send || factory.metadata.type !== channel) throw new RequestError('connector.unexpected_type');
    const message = await tenant.database.read(db =>
      renderMessage(
        db,
        channel,
        {
          to: body.email ?? body.phone ?? '',
          templateType: body.type ?? 'Generic',
          payload: { code: '000000', at: Date.now(), locale: body.locale },
        },
        body.config,
      ),
    );
    const { phone } = body;
    if (phone !== undefined) await tenant.database.send(db => admitSms(db, phone, { isSent: false }));
    await runConnector(() => send(services.outgoing, body.config, message));
  },

  async createAuthorizationUri({ tenant, services, params, body }) {
    const connector = await tenant.database.read(db =>
      findSocialConnector(db, services.vault, params.connectorId),
    );
    if (!connector)
      throw new RequestError('entity.not_exists_with_id', {
        data: { name: 'connector', id: params.connectorId },
      });
    return { redirectTo: await beginSocial(services, connector, { owner: managementOwner, ...body }) };
  },
});
