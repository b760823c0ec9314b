import type { Role } from '@gatehouse/contract/role.ts';
import { roles } from '@gatehouse/contract/roles.ts';
import type { Translate } from '@gatehouse/phrases/translate.ts';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { paths } from '../../paths.ts';
import { type Key, useT } from '../../phrases.tsx';
import { EntityDetail } from '../../templates/entity-detail.tsx';
import { Notice } from '../../templates/notice.tsx';
import { roleAddresses } from './addresses.ts';
import { isBuiltIn } from './built-in.ts';
import { useDeleteRole } from './delete.ts';
import { RoleTags, RoleTypeIcon } from './type.tsx';

export const RoleDetail = () => {
  const t = useT();
  const deletion = useDeleteRole();
  return (
    <EntityDetail
      row={roles.read}
      words="roles"
      listHref={paths.roles()}
      tabs={roleAddresses.at.role.tabs}
      tabReads={{ users: roles.listUsers, 'machine-to-machine-apps': roles.listApplications }}
      tabHref={paths.role}
      historyKind="role"
      deletion={deletion}
      page={role => ({
        icon: <RoleTypeIcon type={role.type} />,
        tags: (
          <>
            <Tag tone="accent">{t(`roles.types.${role.type}`)}</Tag>
            <RoleTags role={role} />
          </>
        ),
        tabs: roleAddresses.at.role.tabs.filter(
          tab => tab !== (role.type === 'User' ? 'machine-to-machine-apps' : 'users'),
        ),
        notice: noticeOf(role, t),
      })}
    />
  );
};

const noticeOf = (role: Role, t: Translate<Key>) => {
  if (isBuiltIn(role))
    return <Notice flag="roleWithManagementApiAccessNotificationAcknowledged">{t('roles.built_in')}</Notice>;
  if (role.type === 'MachineToMachine')
    return <Notice flag="m2mRoleNotificationAcknowledged">{t('roles.type_texts.MachineToMachine')}</Notice>;
  return undefined;
};
