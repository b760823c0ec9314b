import { useEffect, useState } from 'react';
import { basePath } from '../bootstrap.ts';
import { Loading } from '../shell/loading.tsx';
import { session } from './client.ts';
import { hrefOf, takeLocation } from './return-location.ts';

/** Finishes sign-in and goes back to where the visitor wanted to be. */
export const Callback = () => {
  const [failure, setFailure] = useState<Error>();

  useEffect(() => {
    const finish = async () => {
      if (await session.isSignInRedirected(window.location.href)) {
        await session.handleSignInCallback(window.location.href);
      }
      await session.clearAccessToken();
      const location = takeLocation();
      window.location.replace(location ? hrefOf(location) : basePath || '/');
    };
    finish().catch(setFailure);
  }, []);

  if (failure) throw failure;
  return <Loading />;
};
