import { Avatar } from '@gatehouse/ui/avatar.tsx';
import { IconButton } from '@gatehouse/ui/icon-button.tsx';
import { OnDemand } from '@gatehouse/ui/menu.tsx';
import { lazy } from 'react';
import { useT } from '../phrases.tsx';
import { shownNameOf, useAccount } from '../session/account.ts';

const load = () => import('./user-menu-popup.tsx');
const UserMenuPopup = lazy(() => load().then(module => ({ default: module.UserMenuPopup })));

export const UserMenu = () => {
  const t = useT();
  const { data: account } = useAccount();
  const name = account && shownNameOf(account);
  const lines = [account?.name, account?.primaryEmail, account?.primaryPhone, account?.username];
  const trigger = (
    <IconButton
      label={t('shell.user_menu')}
      icon={<Avatar name={name} src={account?.avatar} lines={lines} />}
    />
  );
  return (
    <OnDemand trigger={trigger} load={load}>
      <UserMenuPopup trigger={trigger} />
    </OnDemand>
  );
};
