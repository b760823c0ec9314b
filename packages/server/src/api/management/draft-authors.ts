import type { Tenant } from '../../domain/tenant.ts';
import type { Author } from '../../drafts/requests.ts';
import type { Caller } from '../../http/authenticate.ts';
import { RequestError } from '../../request-error.ts';
import type { Services } from '../../services.ts';

export type Naming = { tenant: Tenant; services: Services };

export const withName = async <T extends { author: Author }>({ tenant, services }: Naming, item: T) => {
  const name = (await services.tenants.nameOf(tenant, item.author)) ?? null;
  return { ...item, author: { ...item.author, name } };
};

export const authorOf = ({ kind, id }: Pick<Caller, 'kind' | 'id'>): Author => {
  if (kind === 'anonymous') throw new RequestError('auth.unauthorized');
  return { kind, id };
};
