import type { ManagementArea } from '@gatehouse/contract/scopes.ts';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Area } from '../areas.ts';
import { AbilitiesProvider, useAbilities } from '../session/abilities.ts';

const NotAllowed = lazy(() => import('./not-allowed.tsx').then(module => ({ default: module.NotAllowed })));

/** Screens of other areas of the API than that of the item in the sidebar, by the second segment of their path. */
const innerAreas: Readonly<Record<string, ManagementArea>> = {
  configuration: 'bundles',
  domains: 'domains',
  changes: 'changes',
};

type AreaGateProps = {
  area: Area | undefined;
  /** The second segment of the path below the tenant. */
  inner: string | undefined;
  children: ReactNode;
};

/** The screens of an area, for roles that can read it. The buttons on them follow its permission to write. */
export const AreaGate = ({ area, inner = '', children }: AreaGateProps) => {
  const abilities = useAbilities();
  const [own] = (area?.permission?.split(':') ?? []) as [ManagementArea?];
  const name = Object.hasOwn(innerAreas, inner) ? innerAreas[inner] : own;
  // Screens without an area of the API are about the tenant and its members, and ask for other permissions.
  const isOpen = area !== undefined && name === undefined;
  if (isOpen || name === undefined)
    return (
      <AbilitiesProvider value={isOpen ? { ...abilities, mayWrite: true, mayDelete: true } : abilities}>
        {children}
      </AbilitiesProvider>
    );
  if (!abilities.may(`${name}:read`))
    return (
      <Suspense>
        <NotAllowed permission={`${name}:read`} />
      </Suspense>
    );
  const permission = `${name}:write` as const;
  const path = area?.madeAt;
  const narrowed = {
    ...abilities,
    mayWrite: abilities.mayDo({ method: 'post', path, permission }),
    mayDelete: abilities.mayDo({ method: 'delete', path, permission }),
  };
  return <AbilitiesProvider value={narrowed}>{children}</AbilitiesProvider>;
};
