import { Hammer } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { EmptyState } from './empty-state.tsx';
import { Page, PageHeader } from './page-header.tsx';

/** A page that is not built yet says what will be here. */
export function PlaceholderPage({
  title,
  icon = <Hammer aria-hidden />,
  children,
}: {
  title: string;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Page>
      <PageHeader title={title} />
      <Card>
        <EmptyState icon={icon}>{children}</EmptyState>
      </Card>
    </Page>
  );
}
