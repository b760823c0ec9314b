import { useAddressQuery } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { usePreferences } from '../../session/preferences.tsx';

/** `query` is what the address says after `?`, without the page and the order. */
type UserView = { name: string; query: string };

const viewLimit = 20;

const isView = (value: unknown): value is UserView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'query' in value &&
  typeof value.query === 'string';

/** The same filters make the same text, in whatever order they were chosen. */
const normalize = (query: URLSearchParams | string, names: readonly string[]) => {
  const given = new URLSearchParams(query);
  const kept = names.flatMap(name => {
    const value = given.get(name);
    return value ? [[name, value]] : [];
  });
  return new URLSearchParams(kept).toString();
};

/** The tabs of the list: those that everyone has, and those that the administrator named. */
export const useUserViews = (filterNames: readonly string[]) => {
  const t = useT();
  const [address] = useAddressQuery();
  const { preferences, update } = usePreferences();
  const names = ['search', ...filterNames];
  const kept = preferences?.userViews;
  const own = Array.isArray(kept) ? kept.filter(isView) : [];
  const given = [
    { name: t('users.views.all'), query: '' },
    { name: t('users.views.new'), query: 'created=7' },
    { name: t('users.suspended'), query: 'suspended=true' },
    { name: t('users.views.without_mfa'), query: 'mfa=false' },
    { name: t('users.views.never_signed_in'), query: 'signed-in=false' },
  ];
  const current = normalize(address, names);
  const isCurrent = ({ query }: UserView) => normalize(query, names) === current;
  const tabs = [...given, ...own].map(view => ({
    href: paths.users() + (view.query && `?${view.query}`),
    label: view.name,
    isCurrent: isCurrent(view),
  }));
  return {
    tabs,
    current,
    names: tabs.map(({ label }) => label),
    /** The named view that is open, with its place. */
    open: own.find(isCurrent),
    isNew: !tabs.some(tab => tab.isCurrent),
    isFull: own.length >= viewLimit,
    add: (name: string) => update({ userViews: [...own, { name, query: current }] }),
    rename: (view: UserView, name: string) =>
      update({ userViews: own.map(each => (each === view ? { ...view, name } : each)) }),
    remove: (view: UserView) => update({ userViews: own.filter(each => each !== view) }),
  };
};
