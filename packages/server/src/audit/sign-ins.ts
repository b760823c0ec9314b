import type { Log } from '@gatehouse/contract/logs.ts';
import {
  type SignIn,
  type SignInMethod,
  signInEvents,
  signInMethods,
  type signIns,
} from '@gatehouse/contract/sign-ins.ts';
import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { TenantDatabase } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { presentLogs } from './select-logs.ts';

type Filters = z.output<typeof signIns.list.query>;

export const selectSignIns = (
  db: Kysely<Tables>,
  { userId, applicationId, outcome, start_time: start, end_time: end, before }: Filters,
) =>
  db
    .selectFrom('signIns')
    .selectAll()
    .$if(userId !== undefined, q => q.where('userId', '=', userId ?? ''))
    .$if(applicationId !== undefined, q => q.where('applicationId', '=', applicationId ?? ''))
    .$if(outcome !== undefined, q => q.where('outcome', '=', outcome ?? 'Open'))
    .$if(start !== undefined, q => q.where('startedAt', '>=', start ?? 0))
    .$if(end !== undefined, q => q.where('startedAt', '<=', end ?? 0))
    .$if(before !== undefined, q => q.where(comesAfter(before ?? '')))
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc');

/** The database compares with the sign-in itself: its time is finer than milliseconds. */
const comesAfter = (id: string) =>
  sql<SqlBool>`(started_at, id) < ((select started_at from sign_ins last where last.id = ${id}), ${id})`;

/** A sign-in can have many failed attempts. The latest ones show how it ended. */
const mostSteps = 100;

/** The entries of the log that belong to sign-ins, the first one first. */
export const readSteps = async (tenant: TenantDatabase, db: Kysely<Tables>, ids: readonly string[]) => {
  if (ids.length === 0) return new Map<string, Log[]>();
  const latest = sql<string>`(
    select step.id from unnest(${ids}::text[]) wanted (id) cross join lateral (
      select id from logs where sign_in_id = wanted.id and key not like 'TriggerHook.%'
      order by created_at desc limit ${mostSteps}) step)`;
  const entries = await db
    .selectFrom('logs')
    .selectAll()
    .where('id', 'in', latest)
    .orderBy('createdAt')
    .orderBy('position')
    .execute();
  const shown = await presentLogs(tenant, db, entries);
  const idOf = new Map(entries.map(({ id, signInId }) => [id, signInId ?? '']));
  return Map.groupBy(shown, ({ id }) => idOf.get(id) ?? '');
};

/** A sign-in in one line, from its steps. */
export const presentSignIn = (
  { decidedAt: _, ...row }: Selectable<Tables['signIns']>,
  steps: readonly Log[] = [],
): SignIn => {
  const last = steps.findLast(({ payload }) => payload.result === 'Error');
  // The token is often fetched by a server: users are where the pages were called from.
  const ofUser = steps.filter(({ key }) => key.startsWith('Interaction.') || key === 'AuthorizationRequest');
  const told = <Field extends string>(field: Field) =>
    (ofUser.length > 0 ? ofUser : steps).findLast(({ payload }) => typeof payload[field] === 'string')
      ?.payload[field] as string | undefined;
  return {
    ...row,
    event:
      signInEvents.find(event => steps.some(({ key }) => key.startsWith(`Interaction.${event}.`))) ??
      'SignIn',
    methods: methodsOf(steps),
    identifier: identifierOf(steps),
    error: row.outcome === 'Error' ? last?.payload.error : undefined,
    ip: told('ip'),
    country: told('country'),
    userAgent: told('userAgent'),
  };
};

const methodsOf = (steps: readonly Log[]): SignIn['methods'] => {
  const results = new Map<SignInMethod, SignIn['methods'][number]['result']>();
  for (const { key, payload } of steps) {
    const method = methodOf(key);
    if (method) results.set(method, payload.result);
  }
  const isSilent = !steps.some(({ key }) => key.startsWith('Interaction.'));
  if (isSilent && (results.has('Token') || results.has('Saml')))
    return [{ method: 'Session', result: 'Success' }, ...listOf(results)];
  return listOf(results);
};

const listOf = (results: ReadonlyMap<SignInMethod, SignIn['methods'][number]['result']>) =>
  [...results].map(([method, result]) => ({ method, result }));

const methodOf = (key: string): SignInMethod | undefined => {
  if (key === 'ExchangeTokenBy.AuthorizationCode') return 'Token';
  if (key === 'SamlApplication.Callback') return 'Saml';
  const [, , kind, name, step] = key.split('.');
  if (kind !== 'Verification') return undefined;
  if (name === 'IdpInitiatedSso') return 'EnterpriseSso';
  if (name === 'NewPasswordIdentity') return 'Password';
  return step === 'Submit' ? signInMethods.find(method => method === name) : undefined;
};

const identifierOf = (steps: readonly Log[]) => {
  const named = steps.findLast(({ payload }) => payload.identifier)?.payload.identifier;
  return typeof named === 'object' && named !== null && 'value' in named ? String(named.value) : undefined;
};
