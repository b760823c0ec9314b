import { Menu as MenuIcon, Search, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './app-shell.module.css';
import { IconButton } from './icon-button.tsx';
import { Kbd } from './kbd.tsx';
import { Link } from './link.tsx';
import { useUiText } from './ui-text.tsx';

export type SidebarItem = {
  href: string;
  label: string;
  icon: ReactNode;
  isCurrent?: boolean;
  aside?: ReactNode;
};
export type SidebarSection = { title?: string; items: SidebarItem[] };

type AppShellProps = {
  /** Logo and name, at the start of the top bar. */
  brand: ReactNode;
  /** The rest of the top bar; `<TopBarSpace />` pushes what follows to the end. */
  topBar?: ReactNode;
  /** Absent: a separate page, without a sidebar. */
  sections?: SidebarSection[];
  sidebarFooter?: ReactNode;
  /** Across the whole width, above everything. */
  banner?: ReactNode;
  children: ReactNode;
};

/** Top bar, sidebar and the scrolling content. On a narrow screen the sidebar slides in from the side. */
export function AppShell({ brand, topBar, sections, sidebarFooter, banner, children }: AppShellProps) {
  const { t } = useUiText();
  const [isScrolled, setIsScrolled] = useState(false);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const sidebar = useRef<HTMLElement>(null);
  const menuButton = useRef<HTMLButtonElement>(null);

  const closeMenu = () => {
    setIsMenuOpen(false);
    menuButton.current?.focus();
  };
  useEffect(() => {
    if (isMenuOpen) sidebar.current?.querySelector('a')?.focus();
  }, [isMenuOpen]);

  return (
    <div className={styles.shell} data-bare={sections ? undefined : true}>
      <a href="#main" className={styles.skip}>
        {t('skip_to_content')}
      </a>
      <div className={styles.top} data-scrolled={isScrolled || undefined}>
        {banner && <aside className={styles.banner}>{banner}</aside>}
        <header className={styles.bar}>
          {sections && (
            <span className={styles.menuButton}>
              <IconButton
                ref={menuButton}
                label={isMenuOpen ? t('close') : t('open_menu')}
                icon={isMenuOpen ? <X /> : <MenuIcon />}
                aria-expanded={isMenuOpen}
                onClick={() => setIsMenuOpen(!isMenuOpen)}
              />
            </span>
          )}
          <span className={styles.brand}>{brand}</span>
          {topBar}
        </header>
      </div>
      {sections && (
        <nav
          ref={sidebar}
          className={styles.sidebar}
          data-open={isMenuOpen || undefined}
          aria-label={t('navigation')}
          onKeyDown={event => event.key === 'Escape' && isMenuOpen && closeMenu()}
          onClick={event => {
            if (event.target instanceof Element && event.target.closest('a')) setIsMenuOpen(false);
          }}
        >
          {sections.map((section, index) => (
            <SidebarPart key={section.title ?? index} {...section} />
          ))}
          {sidebarFooter && <div className={styles.footer}>{sidebarFooter}</div>}
        </nav>
      )}
      {isMenuOpen && <div className={styles.scrim} aria-hidden onClick={closeMenu} />}
      <main
        id="main"
        tabIndex={-1}
        className={styles.main}
        onScroll={({ currentTarget }) => setIsScrolled(currentTarget.scrollTop > 0)}
      >
        {children}
      </main>
    </div>
  );
}

function SidebarPart({ title, items }: SidebarSection) {
  return (
    <section className={styles.section}>
      {title && <h2 className={styles.sectionTitle}>{title}</h2>}
      <ul>
        {items.map(item => (
          <li key={item.href}>
            <Link href={item.href} className={styles.item} aria-current={item.isCurrent ? 'page' : undefined}>
              {item.icon}
              <span>{item.label}</span>
              {item.aside}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Looks like a field, opens the palette. On a narrow screen only its icon is left. */
export const TopBarSearch = ({
  label,
  kbd,
  ...rest
}: Omit<ComponentProps<'button'>, 'className' | 'style' | 'children'> & { label: string; kbd: string }) => (
  <button type="button" {...rest} className={styles.search}>
    <Search aria-hidden />
    <span>{label}</span>
    <Kbd isHint>{kbd}</Kbd>
  </button>
);

export const TopBarSpace = () => <span className={styles.space} />;

/** Hides its content where the top bar is narrow. */
export const WideOnly = ({ children }: { children: ReactNode }) => (
  <span className={styles.wideOnly}>{children}</span>
);
