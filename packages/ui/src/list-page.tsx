import type { ReactNode } from 'react';
import { ListBody, type ListBodyProps } from './list-body.tsx';
import { Page, PageHeader, type PageTab, PageTabs } from './page-header.tsx';

type ListPageProps = Omit<ListBodyProps, 'action'> & {
  title: string;
  description?: ReactNode;
  /** The create button. */
  action?: ReactNode;
  tabs?: PageTab[];
};

export function ListPage({ title, description, action, tabs, ...body }: ListPageProps) {
  return (
    <Page>
      <PageHeader title={title} description={description} actions={action} />
      {tabs && <PageTabs tabs={tabs} label={title} />}
      <ListBody {...body} />
    </Page>
  );
}
