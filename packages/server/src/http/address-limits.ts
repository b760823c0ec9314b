import { createHash } from 'node:crypto';
import { hourMs } from '@gatehouse/contract/duration.ts';
import type { Row } from '@gatehouse/contract/endpoint.ts';
import { networkOf } from '../domain/networks.ts';
import { returnTurn, takeTurn } from '../domain/rate-limits.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { Environment } from '../env.ts';
import { RequestError } from '../request-error.ts';

const windowMs = hourMs;

/** Clients that register themselves stay, and there is room for a few hundred: fewer of them than of the rest. */
const clientShare = 10;

type Asked = {
  tenant: Tenant;
  services: { env: Pick<Environment, 'GATEHOUSE_ADDRESS_LIMIT'> };
  request: { ip: string };
};

/**
 * Runs the handler of a row as often as its limit allows for one address. This stops password spraying, code flooding
 * and username squatting, whatever the identifiers.
 */
export const withinAddressLimit = async <Result>(
  { perAddress }: Pick<Row, 'perAddress'>,
  asked: Asked,
  work: () => Promise<Result>,
): Promise<Result> => {
  const { GATEHOUSE_ADDRESS_LIMIT: most } = asked.services.env;
  if (!perAddress || most === 0) return work();
  const limit = perAddress === 'clients' ? Math.ceil(most / clientShare) : most;
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
    const isRefused = typeof error?.status === 'number' && error.status < 500;
    if (!isRefused) await forgive();
    throw error;
  });
  await forgive();
  return result;
};

const targetOf = ({ request: { ip } }: Asked) => createHash('sha256').update(networkOf(ip)).digest('hex');
