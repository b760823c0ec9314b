import { Loading } from '../loading.tsx';
import { paths } from '../paths.ts';
import { storageKeys } from './storage.ts';
import { useOnce } from './use-once.ts';

/** Where other sites send people who have used Google One Tap there: the credential is kept for the sign-in that follows. */
export const ExternalGoogleOneTap = () => {
  useOnce(async () => {
    const credential = new URLSearchParams(window.location.search).get('credential');
    if (credential) sessionStorage.setItem(storageKeys.googleOneTapCredential, credential);
    window.location.replace(paths.handleSocial());
  });
  return <Loading />;
};
