import { Loading } from '../loading.tsx';
import { paths } from '../paths.ts';
import { storageKeys } from './storage.ts';
import { useOnce } from './use-once.ts';

/**
 * The page that other sites redirect to after Google One Tap. It keeps the credential for the sign-in that follows.
 */
export const ExternalGoogleOneTap = () => {
  useOnce(async () => {
    const credential = new URLSearchParams(window.location.search).get('credential');
    if (credential) sessionStorage.setItem(storageKeys.googleOneTapCredential, credential);
    window.location.replace(paths.handleSocial());
  });
  return <Loading />;
};
