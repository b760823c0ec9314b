import { management } from '@gatehouse/contract/apis.ts';
import type { DraftReplay, ReplayedSignIn, ReplayKind } from '@gatehouse/contract/draft-replay.ts';
import { dayMs } from '@gatehouse/contract/duration.ts';
import type { LogExportFormat } from '@gatehouse/contract/logs.ts';
import type { FastifyReply } from 'fastify';
import { namesOfUsers } from '../../domain/users.ts';
import type { StoredRequest } from '../../drafts/requests.ts';
import { mayCall } from '../../http/may-call.ts';
import { sendRecords } from '../../record-file.ts';
import { replay, replaySignIns } from '../../replay/replay.ts';
import { loadRules, type Rules } from '../../replay/rules.ts';
import { presentSignIn } from '../../replay/tally.ts';
import { RequestError } from '../../request-error.ts';
import { type DraftContext, everyone, RefusedRequest, runRequests, tryWrite } from './draft-runs.ts';

type Period = { days: number };

/** Compares recorded sign-ins with and without a draft. */
export const replayDraft = async (
  context: DraftContext,
  requests: readonly StoredRequest[],
  { days }: Period,
): Promise<DraftReplay> => {
  const { tenant, services } = context;
  const until = services.now();
  const result = await services.turns(tenant.id, async () =>
    replay(await compare(context, requests, until - days * dayMs), until),
  );
  const groups = await Promise.all(
    result.groups.map(async group => ({ ...group, examples: await withNames(context, group.examples) })),
  );
  const isScripted = Object.values(await tenant.cached.actions()).some(Boolean);
  return { ...result, groups, isScripted };
};

const compare = async (context: DraftContext, requests: readonly StoredRequest[], from: number) => {
  const { tenant, services } = context;
  const live = await tenant.database.read(loadRules);
  const { replayPieces: pieces } = services;
  return { tenant, pieces, live, draft: await loadDraftRules(context, requests), from };
};

/** The rules as they are at the end of a transaction that makes the requests of the draft, and is undone. */
const loadDraftRules = (context: DraftContext, requests: readonly StoredRequest[]): Promise<Rules> => {
  const all = requests.map(request => ({ ...request, caller: everyone(context.caller) }));
  return tryWrite(context, async tx => {
    await runRequests(context, tx, all, () => undefined);
    return loadRules(tx.db);
  }).catch((error: unknown) => {
    if (error instanceof RefusedRequest) throw new RequestError('draft.refused', { cause: error });
    throw error;
  });
};

/** Names are for callers who can read users. */
const withNames = async ({ tenant, caller }: DraftContext, signIns: readonly ReplayedSignIn[]) => {
  if (!mayCall(caller, management.users.list)) return [...signIns];
  const ids = signIns.flatMap(({ userId }) => userId ?? []);
  const names = await tenant.database.read(db => namesOfUsers(db, ids));
  return signIns.map(signIn => ({ ...signIn, userName: names.get(signIn.userId ?? '') ?? null }));
};

type Export = Period & { format?: LogExportFormat; reply: FastifyReply };

/** Every sign-in that changes, as a file. */
export const exportReplay = async (
  context: DraftContext,
  requests: readonly StoredRequest[],
  { days, format = 'csv', reply }: Export,
) => {
  const { tenant, services } = context;
  const from = services.now() - days * dayMs;
  const compared = await services.turns(tenant.id, () => compare(context, requests, from));
  return sendRecords({
    reply,
    name: 'replay',
    format,
    columns,
    items: changedSignIns(context, compared),
  });
};

type Line = ReplayedSignIn & { effect: ReplayKind; code: string; rule: string };

async function* changedSignIns(
  context: DraftContext,
  compared: Awaited<ReturnType<typeof compare>>,
): AsyncGenerator<Line> {
  for await (const page of replaySignIns(compared)) {
    const changed = page.filter(({ differences }) => differences.length > 0);
    const named = await withNames(
      context,
      changed.map(({ signIn }) => presentSignIn(signIn)),
    );
    for (const [index, { differences }] of changed.entries())
      for (const { kind, code, rule } of differences) yield { ...named[index]!, effect: kind, code, rule };
  }
}

const columns: Record<string, (line: Line) => string | undefined> = {
  time: ({ at }) => new Date(at).toISOString(),
  effect: ({ effect }) => effect,
  code: ({ code }) => code,
  rule: ({ rule }) => rule,
  userId: ({ userId }) => userId ?? undefined,
  user: ({ userName }) => userName ?? undefined,
  applicationId: ({ applicationId }) => applicationId ?? undefined,
  signInId: ({ signInId }) => signInId,
};
