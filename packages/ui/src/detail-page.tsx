import { ChevronLeft, Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { CopyText } from './copy-text.tsx';
import styles from './detail-page.module.css';
import { useTitlePart } from './document-title.tsx';
import { IconButton } from './icon-button.tsx';
import { Link } from './link.tsx';
import { Menu } from './menu.tsx';
import type { MenuItem } from './menu-props.ts';
import { Page, type PageTab, PageTabs } from './page-header.tsx';
import { Skeleton } from './skeleton.tsx';
import { useUiText } from './ui-text.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

type DetailPageProps = {
  back: { href: string; label: string };
  /** Absent while it is being loaded: a skeleton stands in. Where loading failed, the list's title does. */
  name?: string;
  /** Why it could not be loaded. */
  failure?: ReactNode;
  icon?: ReactNode;
  tags?: ReactNode;
  copyableId?: string;
  description?: ReactNode;
  actions?: ReactNode;
  menu?: MenuItem[];
  tabs?: PageTab[];
  children: ReactNode;
};

export function DetailPage({
  back,
  name,
  failure,
  icon,
  tags,
  copyableId,
  description,
  actions,
  menu,
  tabs,
  children,
}: DetailPageProps) {
  const { t } = useUiText();
  const title = name ?? (failure ? back.label : undefined);
  useTitlePart('object', name);
  return (
    <Page>
      <div>
        <Link href={back.href} className={styles.back}>
          <ChevronLeft aria-hidden />
          {back.label}
        </Link>
        <header className={styles.header}>
          {icon}
          <div className={styles.titles}>
            <div className={styles.line}>
              <h1 className={styles.name}>
                {title ?? (
                  <>
                    <Skeleton width="180px" />
                    <VisuallyHidden>{t('loading')}</VisuallyHidden>
                  </>
                )}
              </h1>
              {tags}
            </div>
            {copyableId && <CopyText text={copyableId} />}
            {description && <p className={styles.description}>{description}</p>}
          </div>
          <div className={styles.actions}>
            {actions}
            {menu && menu.length > 0 && (
              <Menu
                items={menu}
                trigger={<IconButton variant="secondary" label={t('more')} icon={<Ellipsis />} />}
              />
            )}
          </div>
        </header>
      </div>
      {tabs && <PageTabs tabs={tabs} label={name ?? back.label} />}
      {failure}
      {children}
    </Page>
  );
}
