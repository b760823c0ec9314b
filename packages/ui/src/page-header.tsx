import { createContext, type ReactNode, use } from 'react';
import { useTitlePart } from './document-title.tsx';
import { Link, TextLink } from './link.tsx';
import styles from './page-header.module.css';
import { Tag } from './tag.tsx';
import { useCurrentInSight } from './use-current-in-sight.ts';

export type PageTab = { href: string; label: ReactNode; isCurrent?: boolean; count?: number };

/** The one width that all pages have: going from area to area, nothing jumps. */
export const Page = ({ children }: { children: ReactNode }) => <div className={styles.page}>{children}</div>;

/** Something to know, above a page and as wide. */
export const PageNotice = ({ children }: { children: ReactNode }) => (
  <div className={styles.notice}>{children}</div>
);

/** The documentation of the pages inside, linked after the description below their title. */
export const LearnMore = createContext<{ href: string; label: string } | undefined>(undefined);

/** Title, sentence and actions of a page. */
export function PageHeader({
  title,
  description,
  actions,
}: {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}) {
  const more = use(LearnMore);
  useTitlePart('page', title);
  return (
    <header className={styles.header}>
      <div className={styles.titles}>
        <h1 className={styles.title}>{title}</h1>
        {description && (
          <p className={styles.description}>
            {description}
            {more && (
              <>
                {' '}
                <TextLink href={more.href} target="_blank">
                  {more.label}
                </TextLink>
              </>
            )}
          </p>
        )}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

/** Tabs that are links: each has its address. Where they do not all fit, the current one is in sight. */
export function PageTabs({
  tabs,
  label,
  action,
}: {
  tabs: PageTab[];
  label: string;
  /** Actions for the current tab. They stay visible when the tabs scroll. */
  action?: ReactNode;
}) {
  const current = tabs.find(tab => tab.isCurrent);
  const nav = useCurrentInSight(current?.href);
  useTitlePart('tab', current?.label);
  const links = (
    <nav ref={nav} className={styles.tabs} aria-label={label}>
      {tabs.map(tab => (
        <Link
          key={tab.href}
          href={tab.href}
          className={styles.tab}
          aria-current={tab.isCurrent ? 'page' : undefined}
        >
          {tab.label}
          {tab.count !== undefined && <Tag>{tab.count}</Tag>}
        </Link>
      ))}
    </nav>
  );
  if (!action) return links;
  return (
    <div className={styles.tabsAndAction}>
      {links}
      {action}
    </div>
  );
}
