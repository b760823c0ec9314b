import { type ComponentProps, type ComponentType, createContext, type ReactNode, useContext } from 'react';
import styles from './link.module.css';

export type LinkProps = ComponentProps<'a'> & { href: string };

const LinkContext = createContext<ComponentType<LinkProps> | 'a'>('a');

/** Plugs the app's router in: every link of the kit is drawn by the given component. */
export function LinkProvider({
  component,
  children,
}: {
  component: ComponentType<LinkProps>;
  children: ReactNode;
}) {
  return <LinkContext value={component}>{children}</LinkContext>;
}

/** An unstyled anchor for the parts of the kit. A link that opens in another tab skips the router. */
export function Link(props: LinkProps) {
  const Routed = useContext(LinkContext);
  if (props.target === '_blank') return <a rel="noopener" {...props} />;
  return <Routed {...props} />;
}

/** A link in running text. */
export const TextLink = (props: Omit<LinkProps, 'className'>) => <Link {...props} className={styles.text} />;
