/** The path of a screen below its area, with `$name` parameters, or a page whose panels have their own URLs. */
export type Address = string | Tabbed;
export type Tabbed<Tab extends string = string> = { path: string; tabs: readonly [Tab, ...Tab[]] };

export type Addresses = Readonly<Record<string, Address>>;

/** An area says its addresses once: its routes are declared with them, and links are built from them. */
export const defineAddresses = <const Segment extends string, const At extends Addresses>(
  segment: Segment,
  at: At,
) => ({ segment, at });

export type TabOf<A extends Tabbed> = A['tabs'][number];

export const segmentsOf = (path: string) => path.split('/').filter(Boolean);
