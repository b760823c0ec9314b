import { cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import type { OptionWords } from './option-line.tsx';

export type MenuItem =
  | (OptionWords & {
      kind?: 'action';
      onSelect: () => void;
      kbd?: string;
      isDanger?: boolean;
      isDisabled?: boolean;
      /** The menu stays open and shows that the action is under way. */
      isLoading?: boolean;
      keepsOpen?: boolean;
    })
  | (OptionWords & { kind: 'link'; href: string; target?: '_blank' })
  | (OptionWords & {
      kind: 'choice';
      value: string;
      options: { value: string; label: string }[];
      onChange: (value: string) => void;
    })
  | (OptionWords & { kind: 'submenu'; items: MenuItem[] })
  | { kind: 'separator' }
  /** Something to read, such as who is signed in. */
  | { kind: 'content'; content: ReactNode };

/** A menu that can grow long. */
export type LongMenu = {
  label: string;
  /** Stays in sight below the items, however many they are. */
  footer: MenuItem[];
  /** There is a field to find items by their labels. */
  hasSearch: boolean;
};

export type MenuProps = {
  /** A button of the kit; it gets the menu's attributes. */
  trigger: ReactElement<TriggerProps>;
  items: MenuItem[];
  long?: LongMenu;
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
};

export type TriggerProps = {
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  onClick?: () => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
};

const load = () => import('./menu-popup.tsx');
const MenuPopup = lazy(() => load().then(module => ({ default: module.MenuPopup })));

/** A button with a menu. */
export const Menu = (props: MenuProps) => (
  <OnDemand trigger={props.trigger} load={load}>
    <MenuPopup {...props} />
  </OnDemand>
);

type OnDemandProps = {
  trigger: ReactElement<TriggerProps>;
  load: () => Promise<unknown>;
  /** The button with its menu, open from the start. */
  children: ReactNode;
};

/** The code of a menu comes when the pointer or the focus is on the button, and stays. */
export const OnDemand = ({ trigger, load, children }: OnDemandProps) => {
  const [isWanted, setIsWanted] = useState(false);
  const closed = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    // After the press has run its course: an open menu would take the rest of it for a press outside.
    onClick: () => void load().then(() => setTimeout(() => setIsWanted(true))),
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
  });
  return isWanted ? <Suspense fallback={closed}>{children}</Suspense> : closed;
};
