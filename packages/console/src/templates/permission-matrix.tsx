import { defaultPageSize } from '@gatehouse/contract/endpoint.ts';
import { CheckMatrix, type MatrixGroup } from '@gatehouse/ui/check-matrix.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { Link } from '@gatehouse/ui/link.tsx';
import { ListPage } from '@gatehouse/ui/list-page.tsx';
import type { PageTab } from '@gatehouse/ui/page-header.tsx';
import { Pagination } from '@gatehouse/ui/pagination.tsx';
import { SaveBar } from '@gatehouse/ui/save-bar.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { KeyRound, SearchX, Tags } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useAddressQuery } from '../link.tsx';
import { useT } from '../phrases.tsx';
import { useAbilities } from '../session/abilities.ts';
import { useLeaveGuard } from './edit-form.tsx';

export type MatrixRole = {
  id: string;
  name: string;
  href: string;
  held: readonly string[];
  isLocked?: boolean;
  /** The permissions that it can have; all unless said. */
  takes?: (permissionId: string) => boolean;
};
export type RoleChange = { id: string; add: string[]; remove: string[] };

type PermissionMatrixProps = {
  title: string;
  subtitle: string;
  tabs: PageTab[];
  filters?: ReactNode;
  /** A page of the roles; undefined while it loads. */
  roles: readonly MatrixRole[] | undefined;
  totalRoles: number;
  /** The permissions by what they belong to. */
  groups: readonly MatrixGroup[] | undefined;
  failure: ReactElement | undefined;
  save: (changes: RoleChange[]) => Promise<unknown>;
};

/** The page of roles that the address names, for the request. */
export const useMatrixPage = () => {
  const [address] = useAddressQuery();
  return { page: Math.max(1, Number(address.get('page') ?? 1) || 1), pageSize: defaultPageSize };
};

/** Roles by permissions. All toggled cells are saved together, as one change that one undo takes back. */
export const PermissionMatrix = (props: PermissionMatrixProps) => {
  const { title, subtitle, tabs, filters, roles, totalRoles, groups, failure } = props;
  const t = useT();
  const [address, setAddress] = useAddressQuery();
  const { page, pageSize } = useMatrixPage();
  const edits = useCellEdits(props);
  const search = address.get('search') ?? '';
  const shown = groups && matching(groups, search);
  return (
    <ListPage
      title={title}
      description={subtitle}
      tabs={tabs}
      search={{
        value: search,
        placeholder: t('roles.permissions.search'),
        onChange: value => setAddress({ search: value }),
      }}
      filters={filters}
      count={shown && t('roles.permissions.count', { count: shown.flatMap(({ rows }) => rows).length })}
      pagination={
        <>
          <Pagination
            page={page}
            pageSize={pageSize}
            totalCount={totalRoles}
            onChange={next => setAddress({ page: next === 1 ? undefined : String(next) })}
          />
          {edits.bar}
        </>
      }
    >
      {failure ??
        (roles && shown ? <Grid {...{ title, roles, shown, groups, edits }} /> : <DelayedLoading />)}
    </ListPage>
  );
};

type PermissionGridProps = Required<Pick<PermissionMatrixProps, 'title' | 'save'>> & {
  roles: readonly MatrixRole[];
  groups: readonly MatrixGroup[];
};

/** The same as a part of a page. */
export const PermissionGrid = ({ title, roles, groups, save }: PermissionGridProps) => {
  const edits = useCellEdits({ roles, save });
  return (
    <>
      <Grid title={title} roles={roles} shown={groups} groups={groups} edits={edits} />
      {edits.bar}
    </>
  );
};

const matching = (groups: readonly MatrixGroup[], search: string) => {
  const wanted = search.trim().toLowerCase();
  return groups
    .map(group => ({
      ...group,
      rows: group.rows.filter(({ name, detail = '' }) =>
        `${group.title} ${name} ${detail}`.toLowerCase().includes(wanted),
      ),
    }))
    .filter(({ rows }) => rows.length > 0);
};

type GridProps = {
  title: string;
  roles: readonly MatrixRole[];
  shown: readonly MatrixGroup[];
  groups: readonly MatrixGroup[] | undefined;
  edits: ReturnType<typeof useCellEdits>;
};

const Grid = ({ title, roles, shown, groups, edits }: GridProps) => {
  const t = useT();
  const { mayWrite } = useAbilities();
  if (roles.length === 0) return <EmptyState icon={<Tags aria-hidden />}>{t('roles.empty')}</EmptyState>;
  if (!groups?.some(({ rows }) => rows.length > 0))
    return <EmptyState icon={<KeyRound aria-hidden />}>{t('roles.matrix.no_permissions')}</EmptyState>;
  if (shown.length === 0)
    return <EmptyState icon={<SearchX aria-hidden />}>{t('general.no_match')}</EmptyState>;
  return (
    <CheckMatrix
      label={title}
      rowHeader={t('roles.permissions.permission')}
      columns={roles.map(({ id, name, href, isLocked, takes }) => ({
        id,
        name,
        takes,
        header: (
          <Link href={href}>
            <bdi>{name}</bdi>
          </Link>
        ),
        isLocked: isLocked || !mayWrite,
      }))}
      groups={shown}
      isOn={edits.isOn}
      isChanged={edits.isChanged}
      onSet={edits.set}
    />
  );
};

/** Unsaved cells by role. They stay while other roles or permissions are shown. */
type Edits = ReadonlyMap<string, { name: string; cells: ReadonlyMap<string, boolean> }>;

const useCellEdits = ({ roles = [], save }: Pick<PermissionMatrixProps, 'roles' | 'save'>) => {
  const t = useT();
  const toast = useToast();
  const [edits, setEdits] = useState<Edits>(new Map());
  const [isSaving, setIsSaving] = useState(false);
  useLeaveGuard(() => edits.size > 0, { isQueryKept: true });
  const heldBy = new Map(roles.map(({ id, held }) => [id, new Set(held)]));
  const isHeld = (roleId: string, permissionId: string) => heldBy.get(roleId)?.has(permissionId) ?? false;

  const set = (roleId: string, permissionIds: readonly string[], isOn: boolean) => {
    const cells = new Map(edits.get(roleId)?.cells);
    for (const id of permissionIds) {
      if (isHeld(roleId, id) === isOn) cells.delete(id);
      else cells.set(id, isOn);
    }
    const name = roles.find(({ id }) => id === roleId)?.name ?? roleId;
    const others = [...edits].filter(([id]) => id !== roleId);
    setEdits(new Map([...others, ...(cells.size > 0 ? [[roleId, { name, cells }] as const] : [])]));
  };

  const saveAll = async () => {
    setIsSaving(true);
    const changes = [...edits].map(([id, { cells }]) => ({
      id,
      add: [...cells].flatMap(([permission, isOn]) => (isOn ? [permission] : [])),
      remove: [...cells].flatMap(([permission, isOn]) => (isOn ? [] : [permission])),
    }));
    await save(changes)
      .then(
        () => {
          setEdits(new Map());
          toast.success(t('roles.matrix.saved'));
        },
        // The failure has been shown where requests are reported; what was toggled stays.
        () => undefined,
      )
      .finally(() => setIsSaving(false));
  };

  return {
    set,
    isOn: (roleId: string, id: string) => edits.get(roleId)?.cells.get(id) ?? isHeld(roleId, id),
    isChanged: (roleId: string, id: string) => edits.get(roleId)?.cells.has(id) ?? false,
    bar: (
      <SaveBar
        isShown={edits.size > 0}
        fields={[...edits.values()].map(({ name }) => name)}
        onDiscard={() => setEdits(new Map())}
        onSave={() => void saveAll()}
        isSaving={isSaving}
      />
    ),
  };
};
