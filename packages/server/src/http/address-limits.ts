import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Row } from '@gatehouse/contract/endpoint.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import type { Origin } from '../database/database.ts';
import { RequestError } from '../domain/request-error.ts';
import type { Tenant } from '../domain/tenant.ts';
import { isPrivateAddress } from '../outgoing/private-addresses.ts';
import type { Services } from './services.ts';

const windowMs = 60 * 60 * 1000;

type Asked = {
  tenant: Tenant;
  origin: Origin;
  services: Pick<Services, 'env'>;
  request: { ip: string; headers: Record<string, unknown> };
};

/**
 * Runs what a row does, as often as its limit lets one address: who tries the same password with every name, has codes
 * sent to every number or takes all good usernames is stopped, whatever identifiers it is about.
 */
export const withinAddressLimit = async <Result>(
  { perAddress }: Pick<Row, 'perAddress'>,
  asked: Asked,
  work: () => Promise<Result>,
): Promise<Result> => {
  const limit = asked.services.env.GATEHOUSE_ADDRESS_LIMIT;
  const target = perAddress && limit > 0 ? targetOf(asked) : undefined;
  if (!perAddress || !target) return work();
  await requireFewer(asked.tenant, { target, action: perAddress, limit });
  const count = () => remember(asked, { target, action: perAddress });
  if (perAddress !== 'failures') await count();
  return work().catch(async error => {
    const isRefused = error instanceof RequestError && error.status < 500;
    if (perAddress === 'failures' && isRefused) await count();
    throw error;
  });
};

/** Nothing where the visitor's address is not known: a proxy stands in between that nobody told us to believe. */
const targetOf = ({ request: { ip, headers }, services }: Asked) => {
  const isProxy = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  if (isProxy && !services.env.TRUST_PROXY && isPrivateAddress(ip)) return undefined;
  return createHash('sha256').update(networkOf(ip)).digest('hex');
};

/** Whoever has one IPv6 address has the 64 bits behind it (RFC 6177). */
export const networkOf = (ip: string) => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped || !isIPv6(ip)) return mapped ?? ip;
  const [head = '', tail] = ip.split('%', 1)[0]?.split('::') ?? [];
  const front = head ? head.split(':') : [];
  const back = tail ? tail.split(':') : [];
  const gap = tail === undefined ? 0 : 8 - front.length - back.length;
  const groups = [...front, ...Array(Math.max(gap, 0)).fill('0'), ...back];
  return `${groups
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
};

type Counted = { target: string; action: NonNullable<Row['perAddress']> };

const requireFewer = async (tenant: Tenant, { target, action, limit }: Counted & { limit: number }) => {
  const { known, oldest } = await tenant.database.read(db =>
    db
      .selectFrom('sentinelActivities')
      .select(eb => [eb.fn.countAll<number>().as('known'), eb.fn.min('createdAt').as('oldest')])
      .where('targetType', '=', 'Address')
      .where('targetHash', '=', target)
      .where('action', '=', action)
      .where('createdAt', '>', Date.now() - windowMs)
      .executeTakeFirstOrThrow(),
  );
  if (known < limit) return;
  throw new RequestError('request.address_rate_limited', {
    retryAfterSeconds: Math.ceil(((oldest ?? Date.now()) + windowMs - Date.now()) / 1000),
  });
};

const remember = ({ tenant, origin }: Asked, { target, action }: Counted) =>
  tenant.database.write(origin, tx =>
    tx.db
      .insertInto('sentinelActivities')
      .values({
        id: generateId(),
        targetType: 'Address',
        targetHash: target,
        action,
        actionResult: action === 'failures' ? 'Failed' : 'Success',
        decision: 'Undecided',
      })
      .execute(),
  );
