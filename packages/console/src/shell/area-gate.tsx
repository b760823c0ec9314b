import type { ManagementArea } from '@gatehouse/contract/scopes.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Page } from '@gatehouse/ui/page-header.tsx';
import type { ReactNode } from 'react';
import type { Area } from '../areas.ts';
import { useT } from '../phrases.tsx';
import { AbilitiesProvider, useAbilities } from '../session/abilities.ts';

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
  const t = useT();
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
      <Page>
        <Callout tone="warning" title={t('permission.not_allowed', { permission: `${name}:read` })} />
      </Page>
    );
  const permission = `${name}:write` as const;
  const narrowed = {
    ...abilities,
    mayWrite: abilities.may(permission),
    mayDelete: abilities.mayDo({ method: 'delete', permission }),
  };
  return <AbilitiesProvider value={narrowed}>{children}</AbilitiesProvider>;
};
