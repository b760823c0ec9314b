import type { ComponentType } from 'react';
import { segmentsOf, type Tabbed } from './addresses.ts';

/** A route of an area: its path segment(s), the lazily loaded screen, and what opens inside it. */
export type Screen =
  | { path: string; load: () => Promise<Record<string, unknown>>; name: string; children: readonly Screen[] }
  | { path: string; redirectTo: string };

type Screens<Module> = {
  [Name in keyof Module]: Module[Name] extends ComponentType ? Name : never;
}[keyof Module] &
  string;

/** Paths of children start with the path of the screen, or with one that its parameters match. */
export const screen = <Module extends Record<string, unknown>>(
  path: string,
  load: () => Promise<Module>,
  name: Screens<Module>,
  children: readonly Screen[] = [],
): Screen => {
  const depth = segmentsOf(path).length;
  return {
    path,
    load,
    name,
    children: children.map(child => ({ ...child, path: segmentsOf(child.path).slice(depth).join('/') })),
  };
};

type Panel = (path: string) => Screen;

/** The content of a tab. */
export const panel =
  <Module extends Record<string, unknown>>(load: () => Promise<Module>, name: Screens<Module>): Panel =>
  path =>
    screen(path, load, name);

export const tabPath = <Tab extends string>({ path }: Tabbed<Tab>, tab: Tab) =>
  [path, tab].filter(Boolean).join('/');

/** A page with a panel for each of its tabs; its bare address goes to the first. */
export const tabbed = <Tab extends string, Module extends Record<string, unknown>>(
  address: Tabbed<Tab>,
  load: () => Promise<Module>,
  name: Screens<Module>,
  panels: Readonly<Record<Tab, Panel>>,
): Screen =>
  screen(address.path, load, name, [
    firstTab(address),
    ...address.tabs.map(tab => panels[tab](tabPath(address, tab))),
  ]);

export const firstTab = ({ path, tabs }: Tabbed): Screen => ({ path, redirectTo: tabs[0] });
