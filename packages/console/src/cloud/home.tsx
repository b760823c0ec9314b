import { GoTo } from '../go-to.tsx';
import { Loading } from '../loading.tsx';
import { usePendingInvitations } from './invitations.ts';
import { InvitationsPage } from './invitations-page.tsx';
import { Landing } from './landing.tsx';
import { useOnboarding } from './onboarding-state.ts';

/** Redirects users who open the root. */
export const Home = () => {
  const { isLoaded, isDone, defaultTenant } = useOnboarding();
  const invitations = usePendingInvitations();
  if (!isLoaded || !invitations) return <Loading />;
  const isNew = isDone === undefined && !defaultTenant && invitations.length === 0;
  if (isDone === false || isNew) return <GoTo href="/onboarding" />;
  if (defaultTenant) return <GoTo href={`/${defaultTenant.id}`} />;
  if (invitations.length > 0) return <InvitationsPage invitations={invitations} />;
  return <Landing />;
};

/** Addresses of the self-hosted console lead to the same page of the default tenant. */
export const DefaultTenant = () => {
  const { isLoaded, defaultTenant } = useOnboarding();
  if (!isLoaded) return <Loading />;
  const page = window.location.pathname.split('/').slice(2).join('/');
  return <GoTo href={defaultTenant ? `/${defaultTenant.id}/${page}` : '/'} />;
};
