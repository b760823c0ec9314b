import type { ReactElement, ReactNode } from 'react';
import type { OptionWords } from './option-line.tsx';
/** A menu that can grow long. */
export type LongMenu = {
  label: string;
  /** Stays in sight below the items, however many they are. */
  footer: MenuItem[];
  /** There is a field to find items by their labels. */
  hasSearch: boolean;
};

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
  /** Items under a heading of their own. */
  | { kind: 'group'; heading: ReactNode; items: MenuItem[] }
  /** Something to read, such as who is signed in. */
  | { kind: 'content'; content: ReactNode };

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
