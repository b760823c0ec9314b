import { defaultTenantId } from '@gatehouse/contract/dialect.ts';
import { lazy, type ReactNode, Suspense } from 'react';
import { Loading } from '../loading.tsx';
import { loadAreaPhrases } from '../phrases.tsx';
import { AbilitiesProvider, abilitiesOf } from '../session/abilities.ts';
import { useOwnPermissions } from '../session/own-permissions.ts';

const NotAMember = lazy(async () => {
  const [module] = await Promise.all([import('../cloud/not-a-member.tsx'), loadAreaPhrases('console/cloud')]);
  return { default: module.NotAMember };
});

/** Self-hosted: lets members of the one tenant in, with what their role allows. */
export const OwnTenant = ({ children }: { children: ReactNode }) => {
  const { roles, permissions } = useOwnPermissions(defaultTenantId);
  if (roles?.length === 0 || permissions?.length === 0)
    return (
      <Suspense fallback={<Loading />}>
        <NotAMember />
      </Suspense>
    );
  if (!permissions) return <Loading />;
  return (
    <AbilitiesProvider value={{ ...abilitiesOf(permissions), hasRoom: () => true }}>
      {children}
    </AbilitiesProvider>
  );
};
