import type { Row } from './endpoint.ts';
import type { MemberPermission } from './scopes.ts';

/** The areas whose permissions a role can have for some objects only. */
export const limitedAreas = ['applications', 'organizations'] as const;
export type LimitedArea = (typeof limitedAreas)[number];

/**
 * The permissions of each area that a role can have for some objects only: a request about an object of one area shows
 * nothing of the other. The members of an organization are users.
 */
export const limitablePermissions: Readonly<Record<LimitedArea, readonly MemberPermission[]>> = {
  applications: ['applications:read', 'applications:write'],
  organizations: ['organizations:read', 'organizations:write', 'users:read'],
};

export const limitedAreaOf = (permission: string) =>
  limitedAreas.find(area => permission.startsWith(`${area}:`));

type Asked = Pick<Row, 'method' | 'path'>;
type Judged = { area: LimitedArea; param: string } | 'by_handler' | 'allowed' | 'refused';

/** The handlers of these look at the objects themselves. */
const byHandler = /^get \/(applications|organizations)$|^\w+ \/organization-invitations/;
/** Names of the template that all organizations share. */
const shared = /^get \/organization-(roles|scopes)/;
/** These reach beyond the object: they bring in others, or hand out permissions. */
const beyond =
  /^(post|put|delete) \/applications\/:\w+\/(roles|users|access-control)\b|^post \/applications\/:\w+\/user-consent-scopes$|^(post|put) \/organizations\/:id\/(users|applications)$|^(post|put|delete) \/organizations\/:id\/jit\b/;

/** How limited roles are judged: by the object that the path names, by the handler, or for all alike. */
export const judgeForLimits = ({ method, path }: Asked): Judged => {
  const request = `${method} ${path}`;
  if (beyond.test(request)) return 'refused';
  if (byHandler.test(request)) return 'by_handler';
  if (shared.test(request)) return 'allowed';
  const [, folder, param] = /^\/(?:saml-)?(applications|organizations)\/:(\w+)/.exec(path) ?? [];
  const area = limitedAreas.find(each => each === folder);
  return area && param ? { area, param } : 'refused';
};
