import type { ReactNode } from 'react';
import { ListBody, type ListBodyProps } from './list-body.tsx';
import { Page, PageHeader, type PageTab, PageTabs } from './page-header.tsx';

type ListPageProps = Omit<ListBodyProps, 'action'> & {
  title: string;
  description?: ReactNode;
  /** The create button. */
  action?: ReactNode;
  tabs?: PageTab[];
  tabsAction?: ReactNode;
};

export function ListPage({ title, description, action, tabs, tabsAction, ...body }: ListPageProps) {
  return (
    <Page>
      <PageHeader title={title} description={description} actions={action} />
      {tabs && <PageTabs tabs={tabs} label={title} action={tabsAction} />}
      <ListBody {...body} />
    </Page>
  );
}
