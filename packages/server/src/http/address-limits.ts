import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Row } from '@gatehouse/contract/endpoint.ts';
import { returnTurn, takeTurn } from '../domain/rate-limits.ts';
import { RequestError } from '../domain/request-error.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { Environment } from '../env.ts';

const windowMs = 60 * 60 * 1000;

type Asked = {
  tenant: Tenant;
  services: { env: Pick<Environment, 'GATEHOUSE_ADDRESS_LIMIT'> };
  request: { ip: string };
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
  if (!perAddress || limit === 0) return work();
  const { database, id: tenantId } = asked.tenant;
  const turn = await database.send(db =>
    takeTurn(db, {
      tenantId,
      targetType: 'Address',
      targetHash: targetOf(asked),
      action: perAddress,
      limit,
      windowMs,
    }),
  );
  if ('retryAfterSeconds' in turn) throw new RequestError('request.address_rate_limited', turn);
  if (perAddress !== 'failures') return work();
  const forgive = () => database.send(db => returnTurn(db, turn.id));
  const result = await work().catch(async error => {
    const isRefused = error instanceof RequestError && error.status < 500;
    if (!isRefused) await forgive();
    throw error;
  });
  await forgive();
  return result;
};

const targetOf = ({ request: { ip } }: Asked) => createHash('sha256').update(networkOf(ip)).digest('hex');

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
