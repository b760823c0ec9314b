import { AppShell, TopBarSpace } from '@gatehouse/ui/app-shell.tsx';
import { Outlet, useLocation } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { consoleSignInAreas } from '../areas.ts';
import { Brand } from '../brand.tsx';
import { paths } from '../paths.ts';
import { useT } from '../phrases.tsx';
import { MembershipGate } from '../session/membership.tsx';
import { UserMenu } from '../user-menu/user-menu.tsx';

/** Self-hosted: the screens that decide how users sign in, for the console itself. */
export const ConsoleSignIn = () => {
  const t = useT();
  const current = useLocation().pathname.split('/')[2];
  return (
    <AppShell
      banner={t('console_sign_in.banner')}
      brand={<Brand />}
      topBar={
        <>
          <TopBarSpace />
          <UserMenu />
        </>
      }
      sections={[
        {
          title: t('console_sign_in.title'),
          items: [
            ...consoleSignInAreas.map(area => ({
              href: paths.area(area.segment),
              label: t(area.title),
              icon: <area.icon aria-hidden />,
              isCurrent: area.segment === current,
            })),
            {
              href: paths.leaveConsoleSignIn(),
              label: t('console_sign_in.back'),
              icon: <ArrowLeft aria-hidden />,
              isCurrent: false,
            },
          ],
        },
      ]}
    >
      <MembershipGate permission="manage:tenant">
        <Outlet />
      </MembershipGate>
    </AppShell>
  );
};
