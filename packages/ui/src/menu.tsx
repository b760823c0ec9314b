import { cloneElement, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import type { MenuProps, TriggerProps } from './menu-props.ts';

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
