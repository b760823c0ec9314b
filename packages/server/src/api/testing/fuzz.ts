import type { Api, Row } from '@gatehouse/contract/endpoint.ts';
import { errors, isErrorCode } from '@gatehouse/contract/errors.ts';
import type { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { databaseKinds } from '../../database/testing/open.ts';
import { call } from '../../http/testing/app.ts';
import { type KnownValues, pick, type Random, sampleOf, seededRandom } from './samples.ts';

/** Whom the rows are sent to, and by whom. */
export type Target = {
  /** The part of the URL before the path of a row. */
  origin: string;
  /** Headers that authenticate the caller of a row. */
  headers: Record<string, string>;
  /** Ids of things that are there, by the first segment of a path or the name of a parameter. */
  real: Readonly<Record<string, string>>;
  known: KnownValues;
};

/** Deleted entities can no longer be tried: deletions come last. */
export const rowsOf = (...apis: Api[]) =>
  apis
    .flatMap(api => Object.entries(api))
    .flatMap(([area, rows]) =>
      Object.entries(rows).map(([name, row]: [string, Row]) => ({ name: `${area}.${name}`, row })),
    )
    .sort((a, b) => Number(a.row.method === 'delete') - Number(b.row.method === 'delete'));

/** Each row is tried on one database, every other one on the same: what is refused at the door never reaches either. */
export const rowsFor = (kind: Database['kind'], ...apis: Api[]) =>
  rowsOf(...apis).filter((_, index) => index % databaseKinds.length === databaseKinds.indexOf(kind));

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const poisons: readonly unknown[] = [
  '../../../etc/passwd',
  "{'$gt': ''}",
  '{"a":{"$ne":null}}',
  '😀\u202e\u0000',
  '\u0000',
  'null\u0000byte',
  'x'.repeat(100_000),
  '\ud800',
  '%',
  "'; drop table users; --",
  '',
  -1,
  1e308,
  1.5,
  0,
  true,
  null,
  [],
  [[null]],
  {},
  { a: { b: ['\u0000'] } },
  ['\u0000'],
  JSON.parse(deep(50)),
];
export const pathPoisons = ['%00', 'x'.repeat(500), '%F0%9F%98%80', '..%2f..', "'%22", '%25', '-1', '%ff'];
export const queryPoisons = ['%00', 'x'.repeat(2000), '-1', '1e99', '%25', '(', 'a&page=1'];
const texts = ['', 'null', '1', '"x"', '[]', '[{}]', '{"a":', deep(20_000), '{"__proto__":{"a":1}}'];
const contentTypes = [
  'text/plain',
  'application/xml',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
];
const samplesPerRow = 6;
const poisonsPerSample = 3;
const atOnce = 8;

/** Another value somewhere in a body: in place of a field, or beside those that are known. */
export const poison = (value: unknown, random: Random): unknown => {
  if (typeof value !== 'object' || value === null || random() < 0.15) return pick(random, poisons);
  if (Array.isArray(value))
    return value.length ? value.map(item => poison(item, random)) : [pick(random, poisons)];
  const keys = Object.keys(value);
  const key =
    keys.length && random() < 0.85 ? pick(random, keys) : pick(random, ['unknown', '__proto__', '\u0000']);
  const inner = (value as Record<string, unknown>)[key];
  return { ...value, [key]: poison(inner, random) };
};

type Shot = { path: string; body?: unknown; headers?: Record<string, string> };

/** Malformed requests for a row, some of them at the same time. */
export const bombard = async (name: string, row: Row, target: Target) => {
  const shots = shotsAt(name, row, target);
  for (let first = 0; first < shots.length; first += atOnce)
    await Promise.all(shots.slice(first, first + atOnce).map(shot => fire(row, target, shot)));
};

const shotsAt = (name: string, row: Row, { real, known }: Target): Shot[] => {
  const path = addressOf(row, real);
  const names = Object.keys((row.query as z.ZodObject | undefined)?.shape ?? {});
  const queries = row.paging ? ['page', 'page_size', ...names] : names;
  const aimed = [
    ...(row.path.includes(':') ? pathPoisons.map(text => addressOf(row, real, text)) : []),
    `${path}?page=%00&page_size=-1&unknown=(`,
    ...queries.flatMap(query => queryPoisons.map(text => `${path}?${query}=${text}`)),
  ].map(address => ({ path: address, body: '{}' }));
  if (row.method === 'get') return aimed;
  return [
    ...aimed,
    ...texts.map(body => ({ path, body })),
    ...contentTypes.map(type => ({ path, body: 'a=1', headers: { 'content-type': type } })),
    ...bodiesOf(name, row, known).map(body => ({ path, body })),
  ];
};

const bodiesOf = (name: string, { body: schema }: Row, known: KnownValues) => {
  if (!schema) return [];
  const seed = [...name].reduce((sum, character) => sum * 31 + character.charCodeAt(0), 7) | 0;
  const random = seededRandom(seed);
  return Array.from({ length: samplesPerRow }).flatMap(() => {
    const body = sampleOf(schema, random, known);
    return [body, ...Array.from({ length: poisonsPerSample }, () => poison(body, random))];
  });
};

/** Things that are there, so that requests get as far as they can. */
export const addressOf = ({ path }: Row, real: Target['real'], poisoned?: string) => {
  const [, segment = ''] = path.split('/');
  let isFirst = true;
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const own = isFirst ? real[segment] : undefined;
    isFirst = false;
    return poisoned ?? own ?? real[name] ?? 'nothing';
  });
};

const fire = async (row: Row, { origin, headers }: Target, shot: Shot) => {
  const method = row.method.toUpperCase();
  const hasBody = method !== 'GET';
  const answer = await call(`${origin}${shot.path}`, {
    method,
    ...(hasBody ? { body: shot.body } : {}),
    headers: { ...(hasBody ? shot.headers : {}), ...headers },
  });
  if (!isOurMistake(answer)) return;
  const sent = typeof shot.body === 'string' ? shot.body : JSON.stringify(shot.body);
  throw new Error(`${answer.status} for ${method} ${shot.path} ${sent?.slice(0, 500)}: ${answer.text}`);
};

/** 501 is a promise of the table: something is not set up. Everything else above 499 is our mistake. */
export const isOurMistake = ({ status, body }: Pick<Awaited<ReturnType<typeof call>>, 'status' | 'body'>) => {
  const code: unknown = body?.code;
  const isForeseen = typeof code === 'string' && isErrorCode(code) && errors[code] === 501;
  return status >= 500 && !isForeseen;
};
