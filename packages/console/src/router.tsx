import { reservedSegments } from '@gatehouse/contract/reserved-segments.ts';
import { LinkProvider } from '@gatehouse/ui/link.tsx';
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { consoleSignInAreas, firstAreaOf, visibleAreas } from './areas.ts';
import { basePath, bootstrap, isCloud } from './bootstrap.ts';
import { landings } from './landings.ts';
import { ConsoleLink } from './link.tsx';
import { type AreaNamespace, loadAreaPhrases } from './phrases.tsx';
import { profileRoutes } from './profile/routes.ts';
import { type Screen, screen } from './screen.ts';
import { Callback } from './session/callback.tsx';
import { session } from './session/client.ts';
import { hasKeptLocation } from './session/return-location.ts';
import { consoleSignInSegment } from './session/tenant.ts';
import { CrashPage } from './shell/crash-page.tsx';
import { Guard } from './shell/guard.tsx';
import { Shell } from './shell/shell.tsx';

const NotFound = lazyRouteComponent(() => import('./not-found.tsx'), 'NotFound');

/** Links of the kit follow the router everywhere below. */
const Root = () => (
  <LinkProvider component={ConsoleLink}>
    <Outlet />
  </LinkProvider>
);

const root = createRootRoute({ component: Root, notFoundComponent: NotFound });

const callback = createRoute({ getParentRoute: () => root, path: 'callback', component: Callback });

const welcome = createRoute({
  getParentRoute: () => root,
  path: 'welcome',
  component: lazyRouteComponent(
    () => loadWithPhrases(() => import('./session/welcome.tsx'), ['console/profile'])() as never,
    'Welcome' as never,
  ),
});

const guarded = createRoute({ getParentRoute: () => root, id: 'guarded', component: Guard });

const cloudRoutes = isCloud
  ? [
      createRoute({
        getParentRoute: () => guarded,
        path: '/',
        component: lazyRouteComponent(() => import('./cloud/home.tsx'), 'Home'),
      }),
      createRoute({
        getParentRoute: () => guarded,
        path: 'console/$',
        component: lazyRouteComponent(() => import('./cloud/home.tsx'), 'DefaultTenant'),
      }),
      createRoute({
        getParentRoute: () => guarded,
        path: 'onboarding/$',
        component: lazyRouteComponent(() => import('./cloud/onboarding.tsx'), 'Onboarding'),
      }),
      createRoute({
        getParentRoute: () => guarded,
        path: 'checkout-success-callback',
        component: lazyRouteComponent(() => import('./cloud/checkout-callback.tsx'), 'CheckoutCallback'),
      }),
    ]
  : [];

const accept = [screen('accept/$invitationId', () => import('./cloud/accept.tsx'), 'AcceptInvitation')];

/** Reserved segments that are pages themselves, and those whose page answers to everything below it. */
const pages = [
  'callback',
  'welcome',
  'profile',
  ...landings.map(({ path }) => path),
  ...(isCloud ? ['checkout-success-callback'] : []),
];
const withOwnBelow = isCloud ? ['console', 'onboarding'] : [];

/** In the cloud, unknown paths below a reserved segment would otherwise be taken for pages of a tenant. */
const reserved = reservedSegments
  .filter(segment => !withOwnBelow.includes(segment))
  .map(segment => {
    const path = pages.includes(segment) ? `${segment}/$below/$` : `${segment}/$`;
    return createRoute({ getParentRoute: () => guarded, path, component: NotFound });
  });

const tenant = isCloud
  ? createRoute({ getParentRoute: () => guarded, path: '$tenantId', component: Shell })
  : createRoute({ getParentRoute: () => guarded, id: 'tenant', component: Shell });

const unknown = createRoute({ getParentRoute: () => tenant, path: '$', component: NotFound });

const areas = visibleAreas(bootstrap.edition);

const tenantIndex = createRoute({
  getParentRoute: () => tenant,
  path: '/',
  beforeLoad: async ({ params }) => {
    // A sign-out that returned to the root continues at the page that was kept before; the guard leads there.
    if (!isCloud && hasKeptLocation() && !(await session.isAuthenticated())) return;
    const tenantId = isCloud ? (params as { tenantId?: string }).tenantId : bootstrap.tenantId;
    const segment = firstAreaOf(areas, tenantId);
    // The router puts a redirect in the place of the step that led here.
    return redirect({ throw: true, to: isCloud ? `/${tenantId}/${segment}` : `/${segment}` });
  },
});

const routesOf = (
  parent: AnyRoute,
  prefix: string,
  screens: readonly Screen[],
  phrases: readonly AreaNamespace[] = [],
): AnyRoute[] =>
  screens.map(row => {
    const path = [prefix, row.path].filter(Boolean).join('/') || '/';
    if ('redirectTo' in row) {
      return createRoute({
        getParentRoute: () => parent,
        path,
        beforeLoad: ({ location }) => {
          return redirect({
            throw: true,
            href: `${location.pathname.replace(/\/$/, '')}/${row.redirectTo}`,
          });
        },
      });
    }
    const route: AnyRoute = createRoute({
      getParentRoute: () => parent,
      path,
      component: lazyRouteComponent(loadWithPhrases(row.load, phrases) as never, row.name as never),
    });
    return row.children.length > 0 ? route.addChildren(routesOf(route, '', row.children, phrases)) : route;
  });

const loadWithPhrases = (load: () => Promise<unknown>, phrases: readonly AreaNamespace[]) => async () => {
  const [module] = await Promise.all([load(), ...phrases.map(loadAreaPhrases)]);
  return module;
};

const areaRoutes = areas.flatMap(area => routesOf(tenant, area.segment, area.routes, area.phrases));

const consoleSignIn = createRoute({
  getParentRoute: () => guarded,
  path: consoleSignInSegment,
  component: lazyRouteComponent(
    loadWithPhrases(() => import('./shell/console-sign-in.tsx'), ['console/cloud']) as never,
    'ConsoleSignIn' as never,
  ),
});

/** Self-hosted: the same screens again, for the tenant that the console's own users sign in to. */
const consoleSignInRoutes = isCloud
  ? []
  : [
      consoleSignIn.addChildren([
        ...consoleSignInAreas.flatMap(area =>
          routesOf(consoleSignIn, area.segment, area.routes, area.phrases),
        ),
        createRoute({ getParentRoute: () => consoleSignIn, path: '$', component: NotFound }),
      ]),
    ];

const developmentRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => tenant,
        path: 'import-error',
        component: lazyRouteComponent(() =>
          Promise.reject(new Error('This screen fails to load on purpose.')),
        ),
      }),
    ]
  : [];

export const router = createRouter({
  routeTree: root.addChildren([
    callback,
    welcome,
    ...routesOf(root, '', landings, ['console/profile', 'console/test-sign-in']),
    guarded.addChildren([
      ...routesOf(guarded, 'profile', profileRoutes, ['console/fields', 'console/profile']),
      ...reserved,
      ...cloudRoutes,
      ...routesOf(guarded, '', accept, ['console/cloud']),
      ...consoleSignInRoutes,
      tenant.addChildren([tenantIndex, ...areaRoutes, ...developmentRoutes, unknown]),
    ]),
  ]),
  basepath: basePath || '/',
  defaultPreload: 'intent',
  defaultErrorComponent: CrashPage,
  scrollRestoration: true,
});
