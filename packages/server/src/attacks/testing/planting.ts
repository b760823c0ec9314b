import { management } from '@gatehouse/contract/apis.ts';
import { sql } from 'kysely';
import { addressOf, rowsOf } from '../../api/testing/fuzz.ts';
import { type KnownValues, sampleOf, seededRandom } from '../../api/testing/samples.ts';
import type { Database } from '../../database/database.ts';
import { call } from '../../http/testing/app.ts';

/** Ids of things that are there, by the first segment of their path. */
export type Ids = Record<string, string>;

const textsWith = (word: string) => [
  word,
  `${word}@b.example`,
  `https://${word}.example/${word}`,
  `https://b.example/${word}`,
  `${word}.b.example`,
  `/${word}.txt`,
  'en',
  '12345',
  '#ffffff',
];

/** Paths that would make the tenant unusable, or that need another service. */
const untouched = /rotate|suspen|reset|erase|\/test|\/trial|verification-code|user-jobs|\/jobs|domains/;
const passes = 3;

/** Objects that all others depend on. They are created first, with fields that are known to be accepted. */
const basics = (word: string): Record<string, object> => ({
  users: { username: word, name: word, primaryEmail: `${word}@b.example`, customData: { note: word } },
  applications: { name: word, description: word, type: 'Traditional', customData: { note: word } },
  organizations: { name: word, description: word, customData: { note: word } },
  roles: { name: word, description: word },
  resources: { name: word, indicator: `https://b.example/${word}` },
  'organization-roles': { name: word, description: word },
  'organization-scopes': { name: word, description: word },
  hooks: { name: word, events: ['User.Created'], config: { url: `https://b.example/${word}` } },
});

/**
 * Makes one of everything that the management API of a tenant can make, and changes all of it, with the word in each text
 * that will take it. Gives the ids of what it made.
 */
export const plantEverywhere = async (origin: string, token: string, word: string) => {
  const ids: Ids = {};
  const random = seededRandom(7);
  let planted = 0;
  const known = (): KnownValues => ({
    name: word,
    description: word,
    username: word,
    primaryEmail: `${word}@b.example`,
    email: `${word}@b.example`,
    indicator: `https://b.example/${word}`,
    customData: { note: word },
    connectorId: 'development-mailbox',
    userId: ids.users,
    userIds: [ids.users],
    applicationIds: [ids.applications],
    organizationIds: [ids.organizations],
    organizationId: ids.organizations,
    scopeIds: [],
    roleIds: [ids.roles],
    expiresAt: Date.now() + 86_400_000,
  });
  for (const [segment, body] of Object.entries(basics(word))) {
    const answer = await call(`${origin}/${segment}`, { method: 'POST', token, body });
    if (answer.status >= 300) throw new Error(`No ${segment}: ${answer.text}`);
    ids[segment] = answer.body.id;
  }
  const rows = rowsOf(management).filter(
    ({ row }) => row.method !== 'get' && row.method !== 'delete' && row.body && !untouched.test(row.path),
  );
  const plain = rows.filter(({ row }) => row.method === 'post' && !row.path.includes(':'));
  const deeper = rows.filter(entry => !plain.includes(entry));
  for (const { row } of [...plain, ...plain, ...Array.from({ length: passes }, () => deeper).flat()]) {
    const body = sampleOf(row.body!, random, known(), textsWith(word));
    const answer = await call(`${origin}${addressOf(row, ids)}`, {
      method: row.method.toUpperCase(),
      token,
      body,
    });
    if (answer.status >= 300) continue;
    planted += 1;
    const [, segment = ''] = row.path.split('/');
    const id: unknown = answer.body?.id;
    if (row.method === 'post' && typeof id === 'string' && !row.path.includes(':')) ids[segment] = id;
  }
  return { ids: { ...ids, userId: ids.users ?? '', applicationId: ids.applications ?? '' } as Ids, planted };
};

/** Tables that change automatically, or by refused requests: logs, limits and sessions that have not started. */
const restless = new Set([
  'logs',
  'oidc_model_instances',
  'jobs',
  'rate_limits',
  'sentinel_activities',
  'daily_active_users',
  'daily_token_usage',
  'events',
  'hook_hours',
  'log_stream_progress',
  'schedules',
]);

/** The rows of a tenant by table, as text, and in how many tables a word stands. */
export const readTenant = (database: Database, tenantId: string) =>
  database.system(async db => {
    const { rows: tables } = await sql<{ tableName: string }>`
      select table_name as "tableName" from information_schema.columns
      where table_schema = 'public' and column_name = 'tenant_id' order by table_name`.execute(db);
    const content: Record<string, string> = {};
    for (const { tableName } of tables.filter(table => !restless.has(table.tableName))) {
      const { rows } = await sql<{ line: string }>`
        select row_to_json(each)::text as line from ${sql.table(tableName)} each
        where tenant_id = ${tenantId} order by 1`.execute(db);
      content[tableName] = rows.map(({ line }) => line).join('\n');
    }
    return content;
  });
