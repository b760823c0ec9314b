import type { Row } from '@gatehouse/contract/endpoint.ts';
import { judgeForLimits, limitablePermissions, limitedAreaOf } from '@gatehouse/contract/limited-requests.ts';
import type { QuotaKey } from '@gatehouse/contract/quota.ts';
import type { ManagementPermission } from '@gatehouse/contract/scopes.ts';
import { createContext, use } from 'react';

/** Without a path, it is about some object or other. */
type Asked = Pick<Row, 'method' | 'permission' | 'shows'> & { path?: string | undefined };

/** A permission of the role. Limited, it is for the objects that the role is limited to. */
export type HeldPermission = { name: string; isLimited?: true | undefined };

export type Abilities = {
  /** The role changes nothing at all. */
  isReader: boolean;
  /** On the screens of the current area. */
  mayWrite: boolean;
  mayDelete: boolean;
  mayInvite: boolean;
  /** Whether the role has a permission of the management API. */
  may: (permission: ManagementPermission) => boolean;
  /** The permission of the management API that the role lacks for a request, if there is one. */
  missingFor: (row: Asked) => string | undefined;
  /** Whether the role allows a request of the management API. */
  mayDo: (row: Asked) => boolean;
  /** Whether the plan has room for one more. Callers count what the server does not count. */
  hasRoom: (feature: QuotaKey, used?: number) => boolean;
};

const verbs = {
  get: 'read:data',
  post: 'write:data',
  put: 'write:data',
  patch: 'write:data',
  delete: 'delete:data',
};

/** The permissions of a member, as the screens ask for them. */
export const abilitiesOf = (held: readonly HeldPermission[]): Omit<Abilities, 'hasRoom'> => {
  const isHeld = (permission: string, inReach: readonly string[] = []) =>
    held.some(({ name, isLimited }) => name === permission && (!isLimited || inReach.includes(name)));
  const missingFor: Abilities['missingFor'] = ({ method, path, permission, shows = [] }) => {
    if (isHeld(verbs[method])) return undefined;
    const area = limitedAreaOf(permission);
    const isInReach = path === undefined || judgeForLimits({ method, path }) !== 'refused';
    const inReach = area && isInReach ? limitablePermissions[area] : [];
    return [permission, ...shows].find(needed => !isHeld(needed, inReach));
  };
  const mayDo: Abilities['mayDo'] = row => missingFor(row) === undefined;
  const mayWrite = held.some(({ name }) => name === 'write:data' || name.endsWith(':write'));
  return {
    isReader: !mayWrite,
    mayWrite,
    mayDelete: held.some(({ name }) => name === 'delete:data' || name.endsWith(':write')),
    mayInvite: isHeld('invite:member'),
    may: permission => mayDo({ method: permission.endsWith(':read') ? 'get' : 'post', permission }),
    missingFor,
    mayDo,
  };
};

/** Screens about the console itself are for people who may do everything there. */
const everything: Abilities = {
  isReader: false,
  mayWrite: true,
  mayDelete: true,
  mayInvite: false,
  may: () => true,
  missingFor: () => undefined,
  mayDo: () => true,
  hasRoom: () => true,
};

const AbilitiesContext = createContext<Abilities>(everything);

export const AbilitiesProvider = AbilitiesContext.Provider;

/** Actions that the user's role and the tenant's plan allow. */
export const useAbilities = () => use(AbilitiesContext);
