import type { BuiltInRole } from '@gatehouse/contract/member-roles.ts';
import type { useT } from '../phrases.tsx';

const builtIn: Readonly<Record<BuiltInRole, `member_roles.${BuiltInRole}`>> = {
  admin: 'member_roles.admin',
  collaborator: 'member_roles.collaborator',
  developer: 'member_roles.developer',
  support: 'member_roles.support',
  auditor: 'member_roles.auditor',
  billing: 'member_roles.billing',
};

/** Built-in roles of members are named in the language of the reader, the tenant's own ones as they were named. */
export const nameOfRole = ({ id, name }: { id: string; name: string }, t: ReturnType<typeof useT>) =>
  Object.hasOwn(builtIn, id) ? t(builtIn[id as BuiltInRole]) : name;
