import type { Answer, Row } from '@gatehouse/contract/endpoint.ts';
import { DetailPage } from '@gatehouse/ui/detail-page.tsx';
import { ErrorPanel } from '@gatehouse/ui/error-panel.tsx';
import type { MenuItem } from '@gatehouse/ui/menu.tsx';
import { Outlet, useLocation, useParams } from '@tanstack/react-router';
import { createContext, type ReactNode, use } from 'react';
import { useRead } from '../api.ts';
import { useT } from '../phrases.tsx';
import { HttpError, type Input } from '../request.ts';
import { NotFound } from '../shell/not-found.tsx';
import { describeFailure } from '../shell/report-errors.tsx';

type EntityDetailProps<R extends Row, Tab extends string> = {
  /** Its one parameter is `:id`, the `$id` of the address. */
  row: R;
  back: { href: string; label: string };
  tabs: readonly Tab[];
  tabLabel: (tab: Tab) => string;
  tabHref: (id: string, tab: Tab) => string;
  page: (entity: Answer<R>) => {
    name: string;
    icon: ReactNode;
    copyableId: string;
    tags?: ReactNode;
    actions?: ReactNode;
    menu?: MenuItem[];
    /** Something to know, above the tab's content. */
    notice?: ReactNode;
    /** The tabs that this one has; all unless said. */
    tabs?: readonly Tab[];
  };
};

const EntityContext = createContext<unknown>(undefined);

/** The thing that the detail page around a tab is about. */
export const useEntity = <Entity,>() => use(EntityContext) as Entity;

/** A detail screen: header, tabs, and the tab's content once the thing is there. */
export const EntityDetail = <R extends Row, Tab extends string>(props: EntityDetailProps<R, Tab>) => {
  const t = useT();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { pathname } = useLocation();
  const { data, error, refetch } = useRead(props.row, { params: { id } } as unknown as Input<R>, {
    hideErrors: true,
  });
  const entity = data as Answer<R> | undefined;

  if (error instanceof HttpError && error.status === 404) return <NotFound />;
  const page = entity && props.page(entity);
  return (
    <DetailPage
      back={props.back}
      {...page}
      tabs={(page?.tabs ?? props.tabs).map(tab => ({
        href: props.tabHref(id, tab),
        label: props.tabLabel(tab),
        isCurrent: pathname.split('/').includes(tab),
      }))}
    >
      {error && !entity && <ErrorPanel message={describeFailure(error, t)} onRetry={() => void refetch()} />}
      {page?.notice}
      {entity !== undefined && (
        <EntityContext value={entity}>
          <Outlet />
        </EntityContext>
      )}
    </DetailPage>
  );
};
