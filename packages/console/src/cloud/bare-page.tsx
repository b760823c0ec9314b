import { AppShell, TopBarSpace } from '@gatehouse/ui/app-shell.tsx';
import { CenteredPage } from '@gatehouse/ui/centered-page.tsx';
import type { ReactNode } from 'react';
import { Brand } from '../brand.tsx';
import { UserMenu } from '../user-menu/user-menu.tsx';

/** A page outside of any tenant: one card, and the way out through the user menu. */
export const BarePage = (props: {
  title: string;
  description?: string;
  size?: 'small' | 'medium';
  children?: ReactNode;
}) => (
  <AppShell
    brand={<Brand />}
    topBar={
      <>
        <TopBarSpace />
        <UserMenu />
      </>
    }
  >
    <CenteredPage isInside {...props} />
  </AppShell>
);
