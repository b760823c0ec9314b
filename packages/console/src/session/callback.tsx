import { useEffect, useState } from 'react';
import { basePath } from '../bootstrap.ts';
import { GoTo } from '../go-to.tsx';
import { Loading } from '../loading.tsx';
import { paths } from '../paths.ts';
import { session } from './client.ts';
import { hrefOf, takeLocation } from './return-location.ts';

/** Finishes sign-in and goes back to where the visitor wanted to be. */
export const Callback = () => {
  const [failure, setFailure] = useState<Error>();
  const [href, setHref] = useState<string>();

  useEffect(() => {
    const finish = async () => {
      if (await session.isSignInRedirected(window.location.href)) {
        await session.handleSignInCallback(window.location.href);
      }
      await session.clearAccessToken();
      const location = takeLocation();
      const kept = location && hrefOf(location);
      setHref(kept?.startsWith(`${basePath}/`) ? kept : paths.home());
    };
    finish().catch(setFailure);
  }, []);

  if (failure) throw failure;
  return href ? <GoTo href={href} /> : <Loading />;
};
