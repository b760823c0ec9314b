import { adminTenantId } from '@gatehouse/contract/dialect.ts';
import { basePath, isCloud } from './bootstrap.ts';
import { addressedTenantId, consoleSignInSegment } from './session/tenant.ts';

/** Where a screen is below its area, with `$name` parameters; or a page whose panels have addresses of their own. */
export type Address = string | Tabbed;
export type Tabbed<Tab extends string = string> = { path: string; tabs: readonly [Tab, ...Tab[]] };

type Addresses = Readonly<Record<string, Address>>;

/** An area says its addresses once: its routes are declared with them, and links are built from them. */
export const defineAddresses = <const Segment extends string, const At extends Addresses>(
  segment: Segment,
  at: At,
) => ({ segment, at });

export type TabOf<A extends Tabbed> = A['tabs'][number];

type Params<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? [...Params<Head>, ...Params<Tail>]
  : Path extends `$${string}`
    ? [value: string]
    : [];

/** A link takes the parameters of its address in their order. Without a tab it goes to the first one. */
type Link<A extends Address> = A extends Tabbed
  ? (...params: [...Params<A['path']>, tab?: TabOf<A>]) => string
  : A extends string
    ? (...params: Params<A>) => string
    : never;

export const linksTo = <At extends Addresses>({ segment, at }: { segment: string; at: At }) =>
  Object.fromEntries(
    Object.entries(at).map(([name, address]) => [
      name,
      (...params: string[]) => inTenant(`/${[segment, ...fill(address, params)].join('/')}`),
    ]),
  ) as { [Name in keyof At]: Link<At[Name]> };

const fill = (address: Address, params: readonly string[]) => {
  const isTabbed = typeof address !== 'string';
  const rest = [...params];
  const segments = segmentsOf(isTabbed ? address.path : address).map(part =>
    part.startsWith('$') ? (rest.shift() ?? '') : part,
  );
  return isTabbed ? [...segments, rest[0] ?? address.tabs[0]] : segments;
};

export const segmentsOf = (path: string) => path.split('/').filter(Boolean);

/** As the browser shows it. */
export const inTenant = (path: string) => {
  const tenantId = addressedTenantId();
  if (isCloud) return tenantId ? `/${tenantId}${path}` : path;
  return tenantId === adminTenantId ? inConsoleSignIn(path) : `${basePath}${path}`;
};

export const inConsoleSignIn = (path: string) => `${basePath}/${consoleSignInSegment}${path}`;
