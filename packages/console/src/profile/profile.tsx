import { AppShell, TopBarSpace } from '@gatehouse/ui/app-shell.tsx';
import { Button } from '@gatehouse/ui/button.tsx';
import { FormSection, FormSections } from '@gatehouse/ui/form-section.tsx';
import { Logo } from '@gatehouse/ui/logo.tsx';
import { Page, PageHeader } from '@gatehouse/ui/page-header.tsx';
import { SettingList } from '@gatehouse/ui/setting-list.tsx';
import { Skeleton } from '@gatehouse/ui/skeleton.tsx';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { bootstrap, isCloud } from '../bootstrap.ts';
import { paths } from '../paths.ts';
import { useT } from '../phrases.tsx';
import { useAccount } from '../session/account.ts';
import { UserMenu } from '../user-menu/user-menu.tsx';
import { Information } from './information.tsx';
import { Password } from './password.tsx';

const LinkedAccounts = lazy(() =>
  import('./linked-accounts.tsx').then(module => ({ default: module.LinkedAccounts })),
);
const Project = lazy(() => import('./project.tsx').then(module => ({ default: module.Project })));
const DeleteAccount = lazy(() =>
  import('./delete-account.tsx').then(module => ({ default: module.DeleteAccount })),
);

/** The signed-in person's own page, without a tenant around it. */
export const Profile = () => {
  const t = useT();
  return (
    <AppShell
      brand={<Logo label={bootstrap.brand.name} />}
      topBar={
        <>
          <TopBarSpace />
          <Button variant="quiet" href={paths.home()}>
            {t('profile.back_to_console')}
          </Button>
          <UserMenu />
        </>
      }
    >
      <Page>
        <PageHeader title={t('profile.title')} description={t('profile.subtitle')} />
        <Suspense fallback={<ProfileSkeleton />}>
          <Sections />
        </Suspense>
      </Page>
    </AppShell>
  );
};

const Sections = () => {
  const { data: account, error } = useAccount();
  if (error) throw error;
  if (!account) return <ProfileSkeleton />;
  return (
    <>
      <FormSections>
        <Information account={account} />
        {isCloud && <LinkedAccounts account={account} />}
        {isCloud && <Project />}
        <Password account={account} />
        {isCloud && <DeleteAccount account={account} />}
      </FormSections>
      <Outlet />
    </>
  );
};

const ProfileSkeleton = () => (
  <div role="status" aria-busy>
    <FormSections>
      {['first', 'second'].map(section => (
        <FormSection key={section} title={<Skeleton width="140px" />}>
          <SettingList
            settings={['top', 'middle', 'bottom'].map(key => ({
              key,
              label: <Skeleton width="90px" />,
              value: <Skeleton width="180px" />,
            }))}
          />
        </FormSection>
      ))}
    </FormSections>
  </div>
);
