import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';

/** The roles one by one, and all of them beside each other. */
export const useRoleTabs = (current: 'list' | 'matrix') => {
  const t = useT();
  return [
    { href: paths.roles(), label: t('roles.title'), isCurrent: current === 'list' },
    { href: paths.rolePermissionMatrix(), label: t('roles.matrix.title'), isCurrent: current === 'matrix' },
  ];
};
