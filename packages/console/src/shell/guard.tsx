import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { basePath, bootstrap, isCloud } from '../bootstrap.ts';
import { Loading } from '../loading.tsx';
import { session, startSignIn } from '../session/client.ts';
import { PreferencesProvider } from '../session/preferences.tsx';
import { TenantsProvider } from '../session/tenants.tsx';

const LatePayments = lazy(() =>
  import('../cloud/late-payments.tsx').then(module => ({ default: module.LatePayments })),
);

/** Lets signed-in people through; everyone else goes to the sign-in page, or to the welcome page on the first start of the
 * self-hosted edition. */
export const Guard = () => {
  const [isSignedIn, setIsSignedIn] = useState(false);
  const [failure, setFailure] = useState<Error>();

  useEffect(() => {
    const admit = async () => {
      if (await session.isAuthenticated()) return setIsSignedIn(true);
      if (!isCloud && !bootstrap.hasAdministrator) return window.location.replace(`${basePath}/welcome`);
      await startSignIn();
    };
    admit().catch(setFailure);
  }, []);

  if (failure) throw failure;
  if (!isSignedIn) return <Loading />;
  return (
    <TenantsProvider>
      <PreferencesProvider>
        <Outlet />
        <Suspense>{isCloud && <LatePayments />}</Suspense>
      </PreferencesProvider>
    </TenantsProvider>
  );
};
