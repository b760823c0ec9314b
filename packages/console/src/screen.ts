import type { ComponentType } from 'react';

/** A route of an area: its path segment(s), the lazily loaded screen, and what opens inside it. */
export type Screen =
  | { path: string; load: () => Promise<Record<string, unknown>>; name: string; children: readonly Screen[] }
  | { path: string; redirectTo: string };

type Screens<Module> = {
  [Name in keyof Module]: Module[Name] extends ComponentType ? Name : never;
}[keyof Module] &
  string;

export const screen = <Module extends Record<string, unknown>>(
  path: string,
  load: () => Promise<Module>,
  name: Screens<Module>,
  children: readonly Screen[] = [],
): Screen => ({ path, load, name, children });

/** The bare path of a detail page goes to its first tab. */
export const redirect = (path: string, redirectTo: string): Screen => ({ path, redirectTo });
