import type { ConnectorWithFactory, connectors as rows } from '@gatehouse/contract/connectors.ts';
import { generateShortId } from '@gatehouse/contract/ids.ts';
import type { FastifyRequest } from 'fastify';
import type { Kysely, Selectable } from 'kysely';
import { confidentialItems, describeFactory, findFactory, isOffered } from '../../connectors/catalogue.ts';
import { type BrokenRule, refuseNewConnector, refuseSettings } from '../../connectors/rules.ts';
import { openConfig, sealConfig } from '../../connectors/sealed-config.ts';
import type { Write } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import { loadSignInConfiguration } from '../../domain/sign-in/load.ts';
import { requireWayToReset } from '../../domain/sign-in/settings-rules.ts';
import { lockSignInExperience } from '../../domain/sign-in-experience.ts';
import { type Caller, requireWriterOf } from '../../http/authenticate.ts';
import { languageOf } from '../../http/errors.ts';
import type { Handlers } from '../../http/implement.ts';
import { maskSecrets, maySeeSecrets } from '../../http/reveal.ts';
import { RequestError } from '../../request-error.ts';
import type { Services } from '../../services.ts';

export const connectors: Handlers<typeof rows> = {
  async list({ db, query, ...context }) {
    const rows = await listConnectors(db);
    const all = (await Promise.all(rows.map(row => present(row, context)))).flatMap(one => one ?? []);
    return query.target === undefined ? all : all.filter(({ target }) => target === query.target);
  },

  async create({ tx, db, body, ...context }) {
    const { id = generateShortId(), connectorId, config, showOnSignInPage, ...settings } = body;
    const factory = isOffered(context.services.env, connectorId) ? findFactory(connectorId) : undefined;
    if (!factory) throw new RequestError('connector.not_found_with_connector_id', { data: { connectorId } });
    const existing = (await listConnectors(db)).flatMap(row => describe(row) ?? []);
    refuse(await refuseNewConnector(factory, { config, ...settings }, existing));
    const { type } = factory.metadata;
    if (showOnSignInPage) {
      if (type !== 'Social') throw new RequestError('connector.unexpected_type');
      requireWriterOf(context.caller, 'sign-in-experience');
    }
    if (type !== 'Social') {
      const replaced = existing.filter(other => other.factory.type === type);
      for (const other of replaced) await tx.delete('connectors', { id: other.id });
    }
    const { vault } = context.services;
    const sealed = config ? { config: sealConfig(vault, config) } : {};
    const row = await tx.insert('connectors', { id, connectorId, ...settings, ...sealed });
    if (showOnSignInPage) await showTarget(tx, String(row.metadata.target ?? factory.metadata.target));
    return presentKnown(row, context);
  },

  read: async ({ db, params, ...context }) => presentKnown(await findConnector(db, params.id), context),

  async update({ tx, db, params, body, ...context }) {
    const { config, ...settings } = body;
    const before = await findConnector(db, params.id);
    const factory = findFactory(before.connectorId);
    if (!factory) throw notFound(params.id);
    refuse(await refuseSettings(factory, body));
    const target = settings.metadata?.target;
    if (target !== undefined && target !== before.metadata.target) {
      throw new RequestError('connector.can_not_modify_target');
    }
    const { vault } = context.services;
    const sealed = config ? { config: sealConfig(vault, config) } : {};
    const row = await tx.update('connectors', { id: params.id }, { ...settings, ...sealed });
    if (settings.enableTokenStorage === false) await tx.delete('secrets', { connectorId: params.id });
    return presentKnown(row!, context);
  },

  async delete({ tx, db, params }) {
    const connector = describe(await findConnector(db, params.id));
    await tx.delete('connectors', { id: params.id });
    if (connector?.factory.type === 'Social') await hideTarget(tx, connector.target);
    else requireWayToReset(await loadSignInConfiguration(db));
    tx.object('connector', params.id);
  },
};

type ConnectorRow = Selectable<Tables['connectors']>;
type Context = { caller: Caller; services: Services; request: FastifyRequest };

const listConnectors = (db: Kysely<Tables>) =>
  db.selectFrom('connectors').selectAll().orderBy('id').execute();

const findConnector = async (db: Kysely<Tables>, id: string) => {
  const connector = await db.selectFrom('connectors').selectAll().where('id', '=', id).executeTakeFirst();
  if (!connector) throw notFound(id);
  return connector;
};

const notFound = (id: string) =>
  new RequestError('entity.not_exists_with_id', { data: { name: 'connector', id } });

const refuse = (broken: BrokenRule | undefined) => {
  if (broken) throw new RequestError(broken.code, broken);
};

/** A connector whose factory this version no longer has is left alone. */
const describe = (row: ConnectorRow) => {
  const factory = findFactory(row.connectorId)?.metadata;
  return factory && { id: row.id, factory, target: String(row.metadata.target ?? factory.target) };
};

const present = async (
  row: ConnectorRow,
  { caller, services, request }: Context,
): Promise<ConnectorWithFactory | undefined> => {
  const connector = describe(row);
  const factory = findFactory(row.connectorId);
  if (!connector || !factory) return undefined;
  const config = openConfig(services.vault, row.config);
  return {
    ...(await describeFactory(factory, languageOf(request.headers['accept-language']))),
    ...(row as Omit<ConnectorRow, 'config'>),
    ...row.metadata,
    target: connector.target,
    config: maySeeSecrets(caller, 'connectors')
      ? config
      : maskSecrets(config, confidentialItems(row.connectorId)),
  };
};

const presentKnown = async (row: ConnectorRow, context: Context) => {
  const connector = await present(row, context);
  if (!connector) throw notFound(row.id);
  return connector;
};

/** A connector that cannot sign users in must not be offered on the sign-in page. */
const hideTarget = (tx: Write, target: string) =>
  updateTargets(tx, targets => targets.filter(other => other !== target));

/** The newest button comes last. Connectors of several platforms share one. */
const showTarget = (tx: Write, target: string) =>
  updateTargets(tx, targets => (targets.includes(target) ? targets : [...targets, target]));

/** Held until the commit: another connector may come or go meanwhile. */
const updateTargets = async (tx: Write, next: (targets: string[]) => string[]) => {
  const { socialSignInConnectorTargets: targets } = await lockSignInExperience(tx.db);
  const wanted = next(targets);
  if (wanted.join() === targets.join()) return;
  await tx.update('signInExperiences', { id: 'default' }, { socialSignInConnectorTargets: wanted });
};
