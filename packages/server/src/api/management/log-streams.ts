import { generateId, generateSecret } from '@gatehouse/contract/ids.ts';
import {
  type LogStreamSecrets,
  maximumLogStreams,
  type logStreams as rows,
} from '@gatehouse/contract/log-streams.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { isLedElsewhere } from '../../domain/kept-secrets.ts';
import { type Handlers, ownTransaction } from '../../http/implement.ts';
import { positionBefore } from '../../log-streams/batch.ts';
import { sequenceBefore } from '../../log-streams/change-batch.ts';
import { sendBatch } from '../../log-streams/destination.ts';
import { sampleEntry } from '../../log-streams/entries.ts';
import { openStream, presentStream, sealSecrets, wakeStream } from '../../log-streams/streams.ts';
import { reasonOf } from '../../outgoing/outgoing.ts';
import { RequestError } from '../../request-error.ts';
import type { Services } from '../../services.ts';

export const logStreams: Handlers<typeof rows> = {
  async list({ db, page, services }) {
    const found = await db
      .selectFrom('logStreams')
      .selectAll()
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .execute();
    const shown = page ? found.slice(page.offset, page.offset + page.size) : found;
    const items = [];
    for (const row of shown) items.push(await presentStream(db, row, meansOf(services)));
    return { items, total: found.length };
  },

  async create({ tx, body, services }) {
    const { vault } = services;
    const { secrets, config, ...fields } = body;
    const { count } = await tx.db
      .selectFrom('logStreams')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (count >= maximumLogStreams)
      throw new RequestError('log_stream.too_many', { data: { maximum: maximumLogStreams } });
    const signingKey = config.kind === 'http' ? generateSecret() : undefined;
    const row = await tx.insert('logStreams', {
      id: generateId(),
      ...fields,
      config,
      secrets: sealSecrets(vault, {}, secrets),
      ...(signingKey ? { signingKey: vault.seal(signingKey) } : {}),
    });
    await wakeStream(tx.db, row.id, services.now());
    return { ...(await presentStream(tx.db, row, meansOf(services))), signingKey };
  },

  read: async ({ db, params, services }) =>
    presentStream(db, await findStream(db, params.id), meansOf(services)),

  async update({ tx, params, body, services }) {
    const { secrets, ...fields } = body;
    const before = await lockStream(tx.db, params.id);
    const { config, secrets: stored } = openStream(before, services.vault);
    if (fields.config && fields.config.kind !== config.kind)
      throw new RequestError('log_stream.kind_is_fixed');
    if (fields.config && isLedElsewhere(config, fields.config)) requireSecretsAgain(stored, secrets);
    const sealed = secrets ? { secrets: sealSecrets(services.vault, stored, secrets) } : {};
    const row = await tx.update('logStreams', { id: params.id }, { ...fields, ...sealed });
    if (!row) throw new RequestError('entity.not_exists');
    if (row.includeChanges && !before.includeChanges) {
      const changeSequence = await sequenceBefore(tx.db, services.now());
      await tx.db
        .updateTable('logStreamProgress')
        .set({ changeSequence })
        .where('streamId', '=', row.id)
        .execute();
    }
    await wakeStream(tx.db, row.id, services.now());
    return presentStream(tx.db, row, meansOf(services));
  },

  async delete({ tx, params }) {
    const deleted = await tx.delete('logStreams', { id: params.id });
    if (deleted.length === 0) throw new RequestError('entity.not_found');
  },

  async regenerateSigningKey({ tx, params, services }) {
    const signingKey = generateSecret();
    const sealed = services.vault.seal(signingKey);
    const row = await tx.update('logStreams', { id: params.id }, { signingKey: sealed });
    if (!row) throw new RequestError('entity.not_exists');
    return { ...(await presentStream(tx.db, row, meansOf(services))), signingKey };
  },

  // A destination can take its time; and how far a stream has come is no configuration.
  replay: ownTransaction(async ({ tenant, services, params, body, origin }) => {
    const stream = await tenant.database.write(origin, async ({ db }) => {
      const row = await findStream(db, params.id);
      const position = await positionBefore(db, body.from);
      const changeSequence = await sequenceBefore(db, body.from);
      await db
        .updateTable('logStreamProgress')
        .set({ position, changeSequence })
        .where('streamId', '=', row.id)
        .execute();
      await wakeStream(db, row.id, services.now());
      return presentStream(db, row, meansOf(services));
    });
    services.jobs.look();
    return stream;
  }),

  test: ownTransaction(async ({ tenant, services, params }) => {
    const row = await tenant.database.read(db => findStream(db, params.id));
    const sentAt = services.now();
    const batch = { entries: [sampleEntry(tenant.id, sentAt)], sentAt };
    try {
      await sendBatch(services.outgoing, openStream(row, services.vault), batch);
    } catch (error) {
      throw new RequestError('log_stream.test_failed', { data: { message: reasonOf(error) } });
    }
  }),
};

const meansOf = ({ vault, now }: Services) => ({ vault, now: now() });

const selectStream = (db: Kysely<Tables>, id: string) =>
  db.selectFrom('logStreams').selectAll().where('id', '=', id);

const findStream = async (db: Kysely<Tables>, id: string) =>
  requireStream(id, await selectStream(db, id).executeTakeFirst());

/** Secrets that stay are written again: another change must not give the stream a new address in between. */
const lockStream = async (db: Kysely<Tables>, id: string) =>
  requireStream(id, await selectStream(db, id).forUpdate().executeTakeFirst());

const requireStream = <Row>(id: string, row: Row | undefined) => {
  if (!row) throw new RequestError('entity.not_exists_with_id', { data: { name: 'log stream', id } });
  return row;
};

/** Secrets are never given back, and so never sent to an address that their owner has not seen. */
const requireSecretsAgain = (stored: LogStreamSecrets, given: LogStreamSecrets = {}) => {
  const kept = [
    ...(stored.bearerToken && given.bearerToken === undefined ? ['bearerToken'] : []),
    ...(Object.keys(stored.headers ?? {}).length && given.headers === undefined ? ['headers'] : []),
  ];
  const violations = kept.map(name => ({
    path: `secrets.${name}`,
    code: 'validation.secret_again' as const,
    values: {},
  }));
  if (violations.length > 0) throw new RequestError('guard.invalid_input', { violations });
};
