import type { ReactNode } from 'react';
import { Link } from './link.tsx';
import styles from './top-bar-page.module.css';
import { useCurrentInSight } from './use-current-in-sight.ts';

type NavLink = { href: string; label: string; icon: ReactNode; isCurrent: boolean };

type TopBarPageProps = {
  logo: ReactNode;
  name: ReactNode;
  /** At the end of the bar: who is signed in, the way out. */
  actions?: ReactNode;
  nav?: { label: string; links: NavLink[] };
  children: ReactNode;
};

/** A page of cards below a bar, with its parts listed at the side. On a phone they are a line above. */
export const TopBarPage = ({ logo, name, actions, nav, children }: TopBarPageProps) => {
  const links = useCurrentInSight(nav?.links.find(({ isCurrent }) => isCurrent)?.href);
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <span className={styles.logo}>{logo}</span>
        <span className={styles.name}>{name}</span>
        {actions && <span className={styles.actions}>{actions}</span>}
      </header>
      <div className={styles.body} data-nav={nav ? true : undefined}>
        {nav && (
          <nav ref={links} className={styles.nav} aria-label={nav.label}>
            <ul>
              {nav.links.map(({ href, label, icon, isCurrent }) => (
                <li key={href}>
                  <Link href={href} className={styles.link} aria-current={isCurrent ? 'page' : undefined}>
                    {icon}
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <main>{children}</main>
      </div>
    </div>
  );
};
