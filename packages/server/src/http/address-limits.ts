import { createHash } from 'node:crypto';
import type { Row } from '@gatehouse/contract/endpoint.ts';
import { networkOf } from '../domain/networks.ts';
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
