import type { hooks as rows } from '@gatehouse/contract/hooks.ts';
import type { Kysely } from 'kysely';
import type { TenantDatabase } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import { openHook } from '../../domain/hooks.ts';
import { ownTransactions } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import { recordDelivery } from '../../webhooks/record.ts';
import { sampleOfEvent } from '../../webhooks/samples.ts';
import { type HookBody, sendToHook } from '../../webhooks/send.ts';

/** Direct: a receiver can take its time, and nothing is held meanwhile. */
export const hookRequests = ownTransactions<Pick<typeof rows, 'replay' | 'test'>>({
  async test({ tenant, services, params, body }) {
    const row = await tenant.database.read(db => findHook(db, params.id));
    const { signingKey } = openHook(row, services.vault);
    const hook = { config: body.config, signingKey };
    const sent = await Promise.all(
      [...new Set(body.events)].map(event =>
        sendToHook(services.outgoing, hook, sampleOfEvent(event, row.id, services.now())),
      ),
    );
    const failed = sent.find(({ result }) => result === 'Error');
    if (!failed) return;
    if (!failed.response)
      throw new RequestError('hook.send_test_payload_failed', { data: { message: failed.error } });
    const { statusCode: responseStatus, body: responseBody } = failed.response;
    throw new RequestError('hook.endpoint_responded_with_error', { data: { responseStatus, responseBody } });
  },

  async replay({ tenant, services, params, origin }) {
    const { hook, body } = await tenant.database.read(async db => ({
      hook: openHook(await findHook(db, params.id), services.vault),
      body: await findBody(tenant.database, db, params),
    }));
    const sent = await sendToHook(services.outgoing, hook, body);
    return tenant.database.write(origin, tx =>
      recordDelivery(tx, { ...sent, hookId: hook.id, attempt: 1, replayOf: params.logId }, services.now()),
    );
  },
});

export const findHook = async (db: Kysely<Tables>, id: string) => {
  const hook = await db.selectFrom('hooks').selectAll().where('id', '=', id).executeTakeFirst();
  if (!hook) throw new RequestError('entity.not_exists_with_id', { data: { name: 'webhook', id } });
  return hook;
};

const findBody = async (
  tenant: TenantDatabase,
  db: Kysely<Tables>,
  { id, logId }: { id: string; logId: string },
) => {
  const log = await db.selectFrom('logs').select('payload').where('id', '=', logId).executeTakeFirst();
  const [opened] = await tenant.open(db, log ? [log] : []);
  const { hookId, hookRequest } = (opened?.value.payload ?? {}) as {
    hookId?: string;
    hookRequest?: { body: HookBody };
  };
  if (hookId !== id || !hookRequest)
    throw new RequestError('entity.not_exists_with_id', { data: { name: 'log', id: logId } });
  return hookRequest.body;
};
