import type { Role, RoleType } from '@gatehouse/contract/role.ts';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Cpu, UserRound } from 'lucide-react';
import { useT } from '../../phrases.tsx';
import { isBuiltIn } from './built-in.ts';

export const RoleTypeIcon = ({ type }: { type: RoleType }) => (type === 'User' ? <UserRound /> : <Cpu />);

export const RoleTags = ({ role }: { role: Role }) => {
  const t = useT();
  return (
    <>
      {isBuiltIn(role) && <Tag>{t('general.built_in')}</Tag>}
      {role.isDefault && <Tag tone="accent">{t('general.default')}</Tag>}
    </>
  );
};
