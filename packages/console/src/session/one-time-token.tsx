import { Loading } from '../loading.tsx';
import { NotFound } from '../not-found.tsx';
import { paths } from '../paths.ts';
import { session, startSignIn } from './client.ts';
import { areDevFeaturesOn } from './dev-features.ts';
import { useOnce } from './use-once.ts';

/** The landing page of links with a one-time token, which sign users in unless they already have a session. */
export const OneTimeToken = () => (areDevFeaturesOn() ? <SignInByToken /> : <NotFound />);

const SignInByToken = () => {
  useOnce(async () => {
    const query = new URLSearchParams(window.location.search);
    const [token, email] = [query.get('one_time_token'), query.get('email')];
    if (!token || !email || (await session.isAuthenticated())) return window.location.replace(paths.home());
    await startSignIn({
      loginHint: email,
      extraParams: { one_time_token: token },
      returnTo: paths.home(),
    });
  });
  return <Loading />;
};
