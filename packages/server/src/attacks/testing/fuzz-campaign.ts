import type { Row } from '@gatehouse/contract/endpoint.ts';
import type { z } from 'zod';
import { addressOf, isOurMistake, pathPoisons, poison, queryPoisons } from '../../api/testing/fuzz.ts';
import { type KnownValues, pick, type Random, sampleOf } from '../../api/testing/samples.ts';
import { call } from '../../http/testing/app.ts';
import { type Actor, mayUse } from './fuzz-actors.ts';
import type { Ids } from './planting.ts';

export type NamedRow = { name: string; row: Row };

/** Rows at an address, and who calls them. */
export type Place = {
  name: string;
  origin: string;
  rows: readonly NamedRow[];
  actors: readonly Actor[];
  /** Actors whose tokens are meant for this API, if its permissions do not show it. */
  likely?: readonly Actor[];
  /** The management API of a tenant: the permissions of each actor are known, and everything else must be refused. */
  isGuarded: boolean;
};

export type Campaign = {
  places: readonly Place[];
  /** IDs that belong to the caller's tenant, and IDs that belong to the other tenant. */
  own: Ids;
  foreign: Ids;
  /** Never sent by us: an answer that has it was read from the other tenant. */
  marker: string;
  random: Random;
  calls: number;
};

const atOnce = 8;
const mostFindings = 25;

type Shot = { place: Place; actor: Actor; name: string; row: Row; path: string; body: unknown };

/** Sends requests that differ in everything, and gives what must not have happened. */
export const runCampaign = async (campaign: Campaign) => {
  const findings = new Map<string, string>();
  const answered = new Map<number, number>();
  for (let sent = 0; sent < campaign.calls; sent += atOnce) {
    const shots = Array.from({ length: Math.min(atOnce, campaign.calls - sent) }, () => aim(campaign));
    await Promise.all(
      shots.map(async shot => {
        const { status, problem } = await fire(shot, campaign.marker);
        answered.set(status, (answered.get(status) ?? 0) + 1);
        if (problem) findings.set(`${shot.name} ${problem.kind}`, `${problem.kind}: ${problem.text}`);
      }),
    );
    if (findings.size >= mostFindings) break;
  }
  return { findings: [...findings.values()], answered };
};

const aim = ({ places, own, foreign, random }: Campaign): Shot => {
  const place = pick(random, places);
  const { name, row } = pick(random, place.rows);
  const able = place.isGuarded ? place.actors.filter(actor => mayUse(actor, row)) : (place.likely ?? []);
  const actor = pick(random, able.length && random() < 0.8 ? able : place.actors);
  const whose = random();
  const ids = whose < 0.15 ? foreign : whose < 0.4 ? { ...own, ...some(foreign, random) } : own;
  const poisoned = random() < 0.05 ? pick(random, pathPoisons) : undefined;
  const path = `${addressOf(row, ids, poisoned)}${queryOf(row, ids, random)}`;
  return { place, actor, name, row, path, body: row.method === 'get' ? undefined : bodyOf(row, ids, random) };
};

const some = (ids: Ids, random: Random) =>
  Object.fromEntries(Object.entries(ids).filter(() => random() < 0.3));

const queryOf = (row: Row, ids: Ids, random: Random) => {
  if (random() < 0.7) return '';
  const names = Object.keys((row.query as z.ZodObject | undefined)?.shape ?? {});
  const all = [
    ...names,
    ...(row.paging ? ['page', 'page_size'] : []),
    ...(row.sort ? ['sort'] : []),
    'unknown',
  ];
  const values = [...queryPoisons, ...Object.values(ids), 'true', '1', 'a', "a'--", '%25%25', '{"a":1}'];
  return `?${pick(random, all)}=${encodeURI(pick(random, values))}&${pick(random, all)}=${encodeURI(pick(random, values))}`;
};

/** Known values by the names that fields have, for one id or a list of them. */
const knownFrom = (ids: Ids): KnownValues => {
  const byField: Record<string, string | undefined> = {
    userId: ids.users,
    applicationId: ids.applications,
    organizationId: ids.organizations,
    roleId: ids.roles,
    resourceId: ids.resources,
    connectorId: 'development-mailbox',
    tenantId: ids.tenants,
    hookId: ids.hooks,
    organizationRoleId: ids['organization-roles'],
    organizationScopeId: ids['organization-scopes'],
    ssoConnectorId: ids['sso-connectors'],
    scopeId: ids.scopes,
  };
  return Object.fromEntries(
    Object.entries(byField).flatMap(([name, id]) =>
      id
        ? [
            [name, id],
            [`${name}s`, [id]],
          ]
        : [],
    ),
  );
};

const bodyOf = (row: Row, ids: Ids, random: Random): unknown => {
  if (!row.body) return random() < 0.9 ? {} : poison({}, random);
  const sample = sampleOf(row.body, random, knownFrom(ids));
  return random() < 0.5 ? sample : poison(sample, random);
};

const fire = async ({ place, actor, name, row, path, body }: Shot, marker: string) => {
  const method = row.method.toUpperCase();
  const answer = await call(`${place.origin}${path}`, {
    method,
    headers: actor.headers,
    ...(body === undefined ? {} : { body }),
  });
  const sent = `${method} ${path} at ${place.name} as ${actor.name} ${JSON.stringify(body)?.slice(0, 400) ?? ''}`;
  const problem = (kind: string) => ({
    status: answer.status,
    problem: { kind, text: `${name}: ${answer.status} for ${sent}: ${answer.text.slice(0, 300)}` },
  });
  if (isOurMistake(answer)) return problem('our mistake');
  if (answer.text.includes(marker)) return problem('data of another tenant');
  if (place.isGuarded && actor.holds && answer.status < 300 && !mayUse(actor, row))
    return problem('done without the permission');
  return { status: answer.status, problem: undefined };
};
