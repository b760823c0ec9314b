import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { useAbilities } from '../../session/abilities.ts';

/** The roles one by one, and all of them beside each other for those who may see the permissions. */
export const useRoleTabs = (current: 'list' | 'matrix') => {
  const t = useT();
  const { may } = useAbilities();
  const list = { href: paths.roles(), label: t('roles.title'), isCurrent: current === 'list' };
  const matrix = {
    href: paths.rolePermissionMatrix(),
    label: t('roles.matrix.title'),
    isCurrent: current === 'matrix',
  };
  return may('resources:read') ? [list, matrix] : [list];
};
