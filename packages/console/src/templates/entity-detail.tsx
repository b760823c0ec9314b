import type { Answer, Row } from '@gatehouse/contract/endpoint.ts';
import type { EntityKind } from '@gatehouse/contract/entities.ts';
import { DetailPage } from '@gatehouse/ui/detail-page.tsx';
import { EntityIcon } from '@gatehouse/ui/entity-icon.tsx';
import type { MenuItem } from '@gatehouse/ui/menu-props.ts';
import { Outlet, useLocation, useParams } from '@tanstack/react-router';
import { createContext, type ReactNode, use } from 'react';
import { HistoryButton } from '../history/history.tsx';
import { useGoTo } from '../link.tsx';
import { NotFound } from '../not-found.tsx';
import { useWords, type Words } from '../phrases.tsx';
import type { Input } from '../request.ts';
import { useAbilities } from '../session/abilities.ts';
import { TravelAction } from '../time-travel/form-travel.tsx';
import { TravelContext, useTravel } from '../time-travel/travel-state.ts';
import { useMayLeave } from './may-leave.ts';
import { deletionItem } from './menu-items.tsx';
import { useReadOrFailure } from './read-or-failure.tsx';
import type { Deletion } from './use-delete.tsx';

type Entity = { id: string; name: string | null };

type EntityDetailProps<R extends Row, Tab extends string> = {
  /** Its one parameter is the `$id` of the address. */
  row: R;
  query?: Record<string, unknown>;
  /** For those that may lack a name. */
  nameOf?: (entity: Answer<R>) => string;
  /** Speaks `title` (of the list that the page goes back to) and `tabs`. */
  words: [Tab] extends [never] ? Words<'title'> : Words<'title' | `tabs.${Tab}`>;
  listHref: string;
  tabs: readonly Tab[];
  /** The reads of tabs that show other areas. Roles that do not cover them do not get the tab. */
  tabReads?: Partial<Record<Tab, Pick<Row, 'method' | 'permission' | 'shows'>>>;
  tabHref: (id: string, tab: Tab) => string;
  /** The kind of object whose changes the History panel shows. */
  historyKind?: EntityKind;
  deletion?: Deletion<Answer<R>>;
  page: (entity: Answer<R>) => {
    icon: ReactNode;
    /** Stands alone, without the square that icons have. */
    isFace?: boolean;
    /** The id unless said. */
    copyableId?: string;
    tags?: ReactNode;
    description?: ReactNode;
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
  const { listHref, historyKind, deletion, tabReads } = props;
  const { mayDo } = useAbilities();
  const say = useWords(props.words);
  const goTo = useGoTo();
  const mayLeave = useMayLeave();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { pathname } = useLocation();
  const travel = useTravel({ kind: historyKind, id });
  const parameter = /:(\w+)/.exec(props.row.path)?.[1] ?? 'id';
  const input = { params: { [parameter]: id }, query: props.query };
  const { data, failure, isMissing } = useReadOrFailure(props.row, input as unknown as Input<R>);
  const entity = data as (Answer<R> & Entity) | undefined;

  if (isMissing) return <NotFound />;
  const page = entity && props.page(entity);
  const menu = [
    ...(page?.menu ?? []),
    ...(entity && deletion?.isAllowed(entity) ? [deletionItem(deletion, entity, () => goTo(listHref))] : []),
  ];
  const tabs = (page?.tabs ?? props.tabs).map(tab => ({
    tab,
    href: props.tabHref(id, tab),
    label: say(`tabs.${tab}`),
    isCurrent: pathname.split('/').includes(tab),
  }));
  // A tab that others of its kind have.
  const isElsewhere = page?.tabs && pathname.includes(`/${id}/`) && !tabs.some(tab => tab.isCurrent);
  if (isElsewhere) return <NotFound />;
  const shownTabs = tabs.filter(({ tab }) => !tabReads?.[tab] || mayDo(tabReads[tab]));
  return (
    <DetailPage
      back={{ href: listHref, label: say('title') }}
      name={entity && (props.nameOf?.(entity) ?? entity.name ?? entity.id)}
      failure={failure}
      copyableId={entity?.id}
      {...page}
      icon={page?.isFace ? page.icon : page && <EntityIcon size="large">{page.icon}</EntityIcon>}
      actions={
        <>
          {page?.actions}
          <TravelAction travel={travel} mayLeave={mayLeave} />
          {entity && historyKind && <HistoryButton kinds={[historyKind]} id={entity.id} />}
        </>
      }
      menu={menu}
      tabs={shownTabs.length > 0 ? shownTabs : undefined}
    >
      {page?.notice}
      {entity !== undefined && (
        <TravelContext value={travel}>
          <EntityContext value={entity}>
            <Outlet />
          </EntityContext>
        </TravelContext>
      )}
    </DetailPage>
  );
};
