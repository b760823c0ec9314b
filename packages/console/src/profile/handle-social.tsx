import { lazy, Suspense, useState } from 'react';
import { Loading } from '../loading.tsx';
import { paths } from '../paths.ts';
import { session, startSignIn } from '../session/client.ts';
import { storageKeys } from '../session/storage.ts';
import { useOnce } from '../session/use-once.ts';

const FinishLink = lazy(() => import('./finish-link.tsx').then(module => ({ default: module.FinishLink })));

/** Signs in with a social provider at once, or finishes to link an account of one. */
export const HandleSocial = () => {
  const [isLinking, setIsLinking] = useState(false);
  useOnce(async () => {
    if (!(await session.isAuthenticated())) return signInDirectly();
    if (sessionStorage.getItem(storageKeys.linkingSocialConnector)) return setIsLinking(true);
    window.location.replace(paths.home());
  });
  if (!isLinking) return <Loading />;
  return (
    <Suspense fallback={<Loading />}>
      <FinishLink />
    </Suspense>
  );
};

/** A credential of Google One Tap is good for once. */
const signInDirectly = async () => {
  const credential = sessionStorage.getItem(storageKeys.googleOneTapCredential);
  sessionStorage.removeItem(storageKeys.googleOneTapCredential);
  const target = new URLSearchParams(window.location.search).get('target') ?? 'google';
  await startSignIn({
    directSignIn: { method: 'social', target },
    extraParams: credential ? { google_one_tap_credential: credential } : undefined,
    returnTo: paths.home(),
  });
};
