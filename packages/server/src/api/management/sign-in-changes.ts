import { applications } from '@gatehouse/contract/applications.ts';
import type { Row } from '@gatehouse/contract/endpoint.ts';
import type { ManagementPermission } from '@gatehouse/contract/scopes.ts';
import type {
  ChangeRequest,
  signInChanges as rows,
  SignInChange,
} from '@gatehouse/contract/sign-in-changes.ts';
import { signInExperienceRows } from '@gatehouse/contract/sign-in-experience.ts';
import { ssoConnectors } from '@gatehouse/contract/sso-connectors.ts';
import type { Kysely } from 'kysely';
import { type Control, readControl } from '../../bundles/managed.ts';
import type { Tables } from '../../database/tables.ts';
import { listAttempts } from '../../domain/sign-in/attempts.ts';
import { countAffected } from '../../domain/sign-in/changes/affected.ts';
import type { Asked } from '../../domain/sign-in/changes/facts.ts';
import { loadFacts } from '../../domain/sign-in/changes/load.ts';
import { findChanges, type Step } from '../../domain/sign-in/changes/search.ts';
import { isDraftable } from '../../drafts/rows.ts';
import type { Handlers, RequestContext } from '../../http/implement.ts';
import { mayCall } from '../../http/may-call.ts';
import { checkQuota } from '../../http/quota.ts';
import { RequestError } from '../../request-error.ts';
import { describeSurroundings } from './sign-in-check.ts';

type Context = Pick<RequestContext<Row>, 'caller' | 'tenant' | 'services'> & { db: Kysely<Tables> };

export const signInChanges: Handlers<typeof rows> = {
  async listSignInChanges(context) {
    const { db, tenant, params, query } = context;
    const { method, target, stuckOn } = query;
    const about = await describeSurroundings(context, params.userId, query.applicationId);
    const attempts = await listAttempts(tenant, db, about.user, query);
    const attempt = attempts.find(each => each.method === method && each.target === target);
    if (!attempt) throw new RequestError('entity.not_found');
    const { known, facts } = await loadFacts(db, { ...about, attempt, stuckOn });
    const control = await readControl(db);
    const describe = (step: Step) => describeChange(context, step, { method, control });
    return Promise.all(
      findChanges(known, facts).map(async steps => ({ changes: await Promise.all(steps.map(describe)) })),
    );
  },
};

const describeChange = async (
  context: Context,
  step: Step,
  { method, control }: { method: string; control: Control },
): Promise<SignInChange> => {
  const affects = await countAffected(context.db, step, method);
  const obstacle = await obstacleOf(context, step.requests, control);
  return {
    ...step.change,
    ...(affects ? { affects } : {}),
    permission: step.requests[0]!.row.permission as ManagementPermission,
    ...(obstacle ? { obstacle } : {}),
    canBeDrafted: step.requests.every(({ row }) => isDraftable(row)),
    requests: step.requests.map(describeRequest),
  };
};

const describeRequest = ({ row, params = {}, body, fill }: Asked): ChangeRequest => ({
  method: row.method.toUpperCase() as ChangeRequest['method'],
  path: row.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')),
  ...(body ? { body } : {}),
  ...(fill ? { fill } : {}),
});

/** They write the part of the configuration that files can cover. */
const configurationRows: readonly Row[] = [
  signInExperienceRows.update,
  applications.update,
  ssoConnectors.update,
];

/** Why the server would refuse the requests of this caller. */
const obstacleOf = async (
  { caller, tenant, services }: Context,
  requests: readonly Asked[],
  { repository, approval }: Control,
): Promise<SignInChange['obstacle']> => {
  if (!requests.every(({ row }) => mayCall(caller, row))) return 'permission';
  if (caller.kind === 'user' && requests.some(({ row }) => configurationRows.includes(row))) {
    if (repository !== null) return 'managed_as_code';
    if (approval === 'everything') return 'approval';
  }
  for (const { row, params = {}, body } of requests) {
    const isWithin = await checkQuota(row.quota ?? [], tenant, services, { params, body }).then(
      () => true,
      () => false,
    );
    if (!isWithin) return 'plan';
  }
  return undefined;
};
