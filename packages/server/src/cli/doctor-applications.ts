import { existsSync } from 'node:fs';
import { uriFlaws } from '@gatehouse/contract/redirect-uris.ts';
import type { Database } from '../database/database.ts';
import { askServer } from '../database/embedded/control.ts';
import type { Environment } from '../env.ts';
import { inspectDatabase } from './doctor-database.ts';
import type { Finding } from './doctor-finding.ts';

export type FlawedApplication = { tenantId: string; id: string; name: string; uris: string[] };

/** Applications for whose users some stored address leads nowhere. Those of other types get their addresses from us. */
export const findFlawedApplications = (database: Database): Promise<FlawedApplication[]> =>
  database.system(async db => {
    const applications = await db
      .selectFrom('applications')
      .select(['tenantId', 'id', 'name', 'type', 'oidcClientMetadata'])
      .where('type', 'in', ['Native', 'SPA', 'Traditional'])
      .orderBy('tenantId')
      .orderBy('id')
      .execute();
    return applications.flatMap(({ tenantId, id, name, type, oidcClientMetadata }) => {
      const flaws = uriFlaws(type, oidcClientMetadata as Parameters<typeof uriFlaws>[1]);
      return flaws.length ? { tenantId, id, name, uris: flaws.map(({ uri }) => uri) } : [];
    });
  });

const shownApplications = 5;

export const checkApplications = async (env: Environment): Promise<Finding> => {
  if (!env.DATABASE_URL && !existsSync(env.GATEHOUSE_DATA_DIR)) return { status: 'good', found: 'none yet' };
  const flawed = await readFlawed(env);
  if (flawed.length === 0) return { status: 'good', found: 'their redirect addresses can be used' };
  const named = flawed
    .slice(0, shownApplications)
    .map(({ tenantId, id, name, uris }) => `${name} (${tenantId}/${id}): ${uris.join(', ')}`);
  const rest = flawed.length - named.length;
  return {
    status: 'warning',
    found: `addresses that cannot be used, in ${named.join('; ')}${rest > 0 ? `; and in ${rest} more` : ''}`,
    fix: "Open the application's settings in the console: they mark each of these addresses and remove them.",
  };
};

const readFlawed = async (env: Environment): Promise<FlawedApplication[]> => {
  const dataDir = env.GATEHOUSE_DATA_DIR;
  const answer = env.DATABASE_URL ? undefined : await askServer(dataDir, 'application addresses', {});
  if (answer?.running) return answer.result as FlawedApplication[];
  return inspectDatabase(env, findFlawedApplications);
};
