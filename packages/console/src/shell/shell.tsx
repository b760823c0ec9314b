import { AppShell, TopBarSearch, TopBarSpace } from '@gatehouse/ui/app-shell.tsx';
import { useTitlePart } from '@gatehouse/ui/document-title.tsx';
import { commandKey } from '@gatehouse/ui/kbd.tsx';
import { LearnMore } from '@gatehouse/ui/page-header.tsx';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { type Area, guideOf, type Section, visibleAreas } from '../areas.ts';
import { bootstrap, isCloud } from '../bootstrap.ts';
import { Brand } from '../brand.tsx';
import { Loading } from '../loading.tsx';
import { paths } from '../paths.ts';
import { useT } from '../phrases.tsx';
import { abilitiesOf, type HeldPermission } from '../session/abilities.ts';
import { areDevFeaturesOn } from '../session/dev-features.ts';
import { useOwnPermissions, useRefreshOnChange } from '../session/own-permissions.ts';
import { tenantIdOf } from '../session/tenant.ts';
import { useTenants } from '../session/tenants.tsx';
import { UserMenu } from '../user-menu/user-menu.tsx';
import { AreaGate } from './area-gate.tsx';
import { Help } from './help.tsx';
import { ManagedArea } from './managed-area.tsx';
import { OwnTenant } from './own-tenant.tsx';
import { loadPalette, useShortcuts, withPhrases } from './shortcuts.ts';

const Palette = lazy(() => loadPalette().then(module => ({ default: module.Palette })));

const ShortcutList = lazy(() =>
  withPhrases(import('./shortcut-list.tsx')).then(module => ({ default: module.ShortcutList })),
);

const TenantSelector = lazy(() =>
  import('../cloud/tenant-selector.tsx').then(module => ({ default: module.TenantSelector })),
);

const TenantGate = lazy(() =>
  import('../cloud/tenant-gate.tsx').then(module => ({ default: module.TenantGate })),
);

const sections: readonly Section[] = [
  'overview',
  'authentication',
  'authorization',
  'users',
  'developer',
  'tenant',
];

/** Everything in them is configuration, which files can cover. */
const managedSections: readonly Section[] = ['authentication', 'authorization', 'developer'];

/** Sidebar, top bar and the routed content of one tenant. */
export const Shell = () => {
  const t = useT();
  const { pathname } = useLocation();
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  const [areShortcutsShown, setAreShortcutsShown] = useState(false);
  const areas = visibleAreas(bootstrap.edition);
  const [current, inner] = pathname.split('/').slice(isCloud ? 2 : 1);
  const tenantId = tenantIdOf(pathname);
  const { permissions } = useOwnPermissions(tenantId);
  const readable = permissions?.length ? areas.filter(area => isReadable(area, permissions)) : [];
  const area = areas.find(({ segment }) => segment === current);
  useTitlePart('area', area && t(area.title));
  // None of its screens can be opened.
  const isSuspended = useTenants().some(({ id, isSuspended }) => id === tenantId && isSuspended);
  useRefreshOnChange(tenantId, permissions);
  useShortcuts({
    onPalette: () => setIsPaletteOpen(true),
    onHelp: () => setAreShortcutsShown(true),
  });

  const docs = `${bootstrap.adminEndpoint}/docs/${guideOf(area)}`;
  const screens = (
    <ManagedArea isCovered={managedSections.includes(area?.section ?? 'overview')}>
      <AreaGate area={area} inner={inner}>
        <Outlet />
      </AreaGate>
    </ManagedArea>
  );
  const overlays = (
    <Suspense>
      {isPaletteOpen && <Palette onClose={() => setIsPaletteOpen(false)} />}
      {areShortcutsShown && <ShortcutList onClose={() => setAreShortcutsShown(false)} />}
    </Suspense>
  );
  return (
    <AppShell
      banner={areDevFeaturesOn() ? t('shell.dev_features') : undefined}
      brand={<Brand />}
      topBar={
        <>
          <Suspense>{isCloud && tenantId && <TenantSelector tenantId={tenantId} />}</Suspense>
          <TopBarSpace />
          <TopBarSearch
            label={t('shell.search')}
            kbd={commandKey('K')}
            onClick={() => setIsPaletteOpen(true)}
            onPointerEnter={() => void loadPalette()}
            aria-keyshortcuts="Meta+K Control+K"
          />
          <Help docs={docs} onShortcuts={() => setAreShortcutsShown(true)} />
          <UserMenu />
        </>
      }
      sections={isSuspended ? undefined : sidebarOf(readable, current, t)}
    >
      <LearnMore value={{ href: docs, label: t('shell.learn_more') }}>
        {isCloud && tenantId ? (
          <Suspense fallback={<Loading />}>
            <TenantGate tenantId={tenantId} overlays={overlays}>
              {screens}
            </TenantGate>
          </Suspense>
        ) : (
          <OwnTenant>
            {screens}
            {overlays}
          </OwnTenant>
        )}
      </LearnMore>
    </AppShell>
  );
};

const isReadable = ({ permission }: Area, permissions: readonly HeldPermission[]) =>
  permission === undefined || abilitiesOf(permissions).may(permission);

const sidebarOf = (areas: readonly Area[], current: string | undefined, t: ReturnType<typeof useT>) =>
  sections
    .map(section => ({
      title: t(`sections.${section}`),
      items: areas
        .filter(area => area.section === section)
        .map(area => ({
          href: paths.area(area.segment),
          label: t(area.title),
          icon: <area.icon aria-hidden />,
          isCurrent: area.segment === current,
        })),
    }))
    .filter(({ items }) => items.length > 0);
