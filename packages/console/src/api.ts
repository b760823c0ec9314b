import { tenantOrganizationId } from '@gatehouse/contract/dialect.ts';
import type { Answer, Row } from '@gatehouse/contract/endpoint.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { bootstrap, isCloud } from './bootstrap.ts';
import { FreshQueryClient } from './fresh-query-client.ts';
import { noteChanges } from './history/untold.ts';
import { currentLanguage } from './phrases.tsx';
import { type Door, HttpError, type Input, type LooseInput, type Reply, sendThrough } from './request.ts';
import { useAbilities } from './session/abilities.ts';
import { accessTokenFor, organizationTokenFor } from './session/client.ts';
import { currentTenantId, managementDoor } from './session/tenant.ts';
import { useWriteTarget, type WriteTarget } from './session/write-target.ts';

/**
 * The API a row belongs to. The default is the management API of the tenant in the URL. The cloud API takes two
 * tokens: one of the user, and one of the user as a member of a tenant.
 */
export type DoorName = 'management' | 'me' | 'cloud' | `member:${string}`;

/** For rows that ask for a tenant permission. */
export const memberOf = (tenantId: string): DoorName => `member:${tenantId}`;

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * `hideErrors`: the caller shows failures itself. `ignoredCodes`: these failures are expected.
     * `alertsRefusals`: what the server cannot accept (422) must be acknowledged.
     */
    queryMeta: ErrorReporting;
    mutationMeta: ErrorReporting;
  }
}
export type ErrorReporting = {
  hideErrors?: boolean;
  ignoredCodes?: readonly string[];
  alertsRefusals?: boolean;
};

const doorTo = (name: DoorName): Door => {
  if (name === 'management') return { ...managementDoor(currentTenantId()), language: currentLanguage };
  if (name === 'me') {
    return {
      baseUrl: bootstrap.adminEndpoint,
      token: () => accessTokenFor(bootstrap.meAudience),
      language: currentLanguage,
    };
  }
  const [, tenantId] = name.split(':');
  return {
    baseUrl: `${bootstrap.adminEndpoint}/api`,
    token: () =>
      tenantId
        ? organizationTokenFor(tenantOrganizationId(tenantId))
        : accessTokenFor(bootstrap.cloudAudience),
    language: currentLanguage,
  };
};

export const send = <R extends Row, const I extends Input<R>>(
  row: R,
  input: I,
  door: DoorName = 'management',
) => sendThrough(doorTo(door))(row, input);

/** SAML applications are also in the list of all. */
const segmentsOf = (path: string) => [
  ...path.split('/').slice(1),
  ...(path.startsWith('/saml-applications') ? ['applications'] : []),
];

/** Cached answers are grouped by API, tenant and the first path segment. */
const groupsOf = (row: Row, door: DoorName) =>
  segmentsOf(row.path).map(segment => [door, door === 'management' ? currentTenantId() : undefined, segment]);

export const keyOf = (row: Row, input: object, door: DoorName) => [
  ...(groupsOf(row, door)[0] ?? []),
  row.path,
  input,
];

export type ReadOptions<R extends Row, I extends Input<R>> = {
  door?: DoorName;
  enabled?: boolean;
  keepPrevious?: boolean;
  /** Polls for changes. */
  everyMs?: (answer: Reply<R, I> | undefined) => number | false;
} & ErrorReporting;

export const useRead = <R extends Row, const I extends Input<R>>(
  row: R,
  input: I,
  options: ReadOptions<R, I> = {},
) => {
  const { door = 'management', enabled, keepPrevious, everyMs, ...meta } = options;
  const { missingFor } = useAbilities();
  const missing = door === 'management' ? missingFor(row) : undefined;
  return useQuery({
    queryKey: keyOf(row, input, door),
    queryFn: async (): Promise<Reply<R, I>> => {
      if (missing) throw new NotPermitted('read', missing);
      return send<R, I>(row, input, door);
    },
    enabled,
    meta,
    refetchInterval: everyMs && (({ state }) => everyMs(state.data)),
    placeholderData: keepPrevious ? keepPreviousData : undefined,
  });
};

const countedMethods: readonly string[] = ['post', 'put', 'delete'];

/** A write can change the usage counts of a tenant. */
const refreshUsage = (row: Row) => {
  if (!isCloud || !countedMethods.includes(row.method)) return;
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [door, , , path] }) => door === 'cloud' && String(path).includes('/subscription'),
  });
};

/** Refetches the data of an area that may have changed in the background. */
export const refreshSegment = (segment: string) =>
  queryClient.invalidateQueries({ queryKey: ['management', currentTenantId(), segment] });

export const paramsOf = (input: object) => (input as { params?: Record<string, string> }).params ?? {};

/** Whether a cached query reads the object that these parameters name, or a part of it. */
const isAbout = ([, , , , input]: readonly unknown[], params: Record<string, string>) => {
  const named = Object.values(paramsOf(input as object));
  return Object.values(params).every(value => named.includes(value));
};

/**
 * A write refreshes its area, and the others that its path names: roles of a user are seen in both. Where the page of a
 * thing is left because the thing is gone, `left` names it: until the page is closed, asking for it again finds nothing.
 */
export const refreshAfter = (row: Row, door: DoorName = 'management', left?: Record<string, string>) =>
  Promise.all([
    ...groupsOf(row, door).flatMap(queryKey => {
      if (!left) return queryClient.invalidateQueries({ queryKey });
      const isGone = (query: { queryKey: readonly unknown[] }) => isAbout(query.queryKey, left);
      return [
        queryClient.invalidateQueries({ queryKey, predicate: isGone, refetchType: 'none' }),
        queryClient.invalidateQueries({ queryKey, predicate: query => !isGone(query) }),
      ];
    }),
    queryClient.invalidateQueries({ queryKey: ['management', currentTenantId(), 'changes'] }),
    refreshUsage(row),
  ]);

/** The person's role does not allow it: nothing was sent. */
export class NotPermitted extends Error {
  override name = 'NotPermitted';
  readonly action: 'read' | 'write' | 'delete';
  readonly permission: string;

  constructor(action: NotPermitted['action'], permission: string) {
    super();
    this.action = action;
    this.permission = permission;
  }
}

type WriteOptions = {
  door?: DoorName;
  /** The thing is gone afterwards, and its page is left. */
  isLeaving?: boolean;
} & ErrorReporting;

/** The changes of a write, by its input, until it is done. */
const changesOfWrites = new WeakMap<object, readonly string[]>();

type Resend = (target: WriteTarget) => Promise<unknown>;

/** How to send a write again that takes a draft. */
const refusedWrites = new WeakMap<Error, Resend>();
export const resendOf = (error: Error) => refusedWrites.get(error);

const sendRecorded = async <R extends Row>(
  row: R,
  input: Input<R>,
  { door, target = {} }: { door: DoorName; target?: WriteTarget },
) => {
  if (target.divert && door === 'management') {
    await target.divert(row, input as LooseInput);
    // The forms that can be saved to a draft do without an answer.
    return { answer: undefined as Answer<R>, changeIds: [] };
  }
  const changeIds: string[] = [];
  const onUndoable = (ids: readonly string[]) => changeIds.push(...ids);
  const answer = (await sendThrough({ ...doorTo(door), onUndoable })(row, input).catch((error: Error) => {
    refusedWrites.set(error, to => sendRecorded(row, input, { door, target: to }));
    throw error;
  })) as Answer<R>;
  return { answer, changeIds: door === 'management' ? changeIds : [] };
};

export const useWrite = <R extends Row>(row: R, options: WriteOptions = {}) => {
  const { door = 'management', isLeaving, ...meta } = options;
  const { missingFor } = useAbilities();
  const target = useWriteTarget();
  return useMutation<Answer<R>, Error, Input<R>>({
    mutationFn: async input => {
      const missing = door === 'management' ? missingFor(row) : undefined;
      if (missing) throw new NotPermitted(row.method === 'delete' ? 'delete' : 'write', missing);
      const { answer, changeIds } = await sendRecorded(row, input, { door, target });
      changesOfWrites.set(input, changeIds);
      return answer;
    },
    meta,
    onSuccess: async (_, input) => {
      await refreshAfter(row, door, isLeaving ? paramsOf(input) : undefined);
      noteChanges(changesOfWrites.get(input) ?? []);
    },
    onError: error => {
      // Another request took the last place: the form shows that, and how to get more.
      if (error instanceof HttpError && error.code === 'subscription.limit_exceeded') void refreshUsage(row);
    },
  });
};

/** The same write to many things, one after the other; what failed does not stop the others. */
export const writeMany = async <R extends Row>(
  row: R,
  inputs: Input<R>[],
  onProgress: (done: number) => void,
  { door = 'management', target }: { door?: DoorName; target?: WriteTarget } = {},
): Promise<Error[]> => {
  const failures: Error[] = [];
  const changes: string[] = [];
  for (const [index, input] of inputs.entries()) {
    onProgress(index);
    await sendRecorded(row, input, { door, target }).then(
      ({ changeIds }) => changes.push(...changeIds),
      (error: Error) => failures.push(error),
    );
  }
  await refreshAfter(row, door);
  noteChanges(changes);
  return failures;
};

const isRefusal = (error: Error) =>
  error instanceof NotPermitted || (error instanceof HttpError && [401, 403].includes(error.status));

export const queryClient = new FreshQueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 2 && !isRefusal(error),
      retryDelay: 300,
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      networkMode: 'always',
    },
    // Without a network a request fails at once and says so, instead of waiting in silence.
    mutations: { networkMode: 'always' },
  },
});

/** A change of tenant refreshes every answer but those about the person, the list of tenants and invitations too. */
export const refreshForTenant = () =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [door] }) => /^(management|cloud|member:.*)$/.test(String(door)),
  });
