import type { actions } from '@gatehouse/contract/actions.ts';
import type { Row } from '@gatehouse/contract/endpoint.ts';
import type { jwtCustomizers } from '@gatehouse/contract/jwt-customizers.ts';
import { actionEntry } from '../../domain/actions.ts';
import type { Caller } from '../../http/authenticate.ts';
import { ownTransactions, type RequestContext } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import type { ScriptOwner } from '../../scripts/fair-queue.ts';
import type { ScriptOutcome } from '../../scripts/run.ts';

type Asked<R extends Row> = Pick<RequestContext<R>, 'tenant' | 'caller' | 'services' | 'body'>;

export const actionTrials = ownTransactions<Pick<typeof actions, 'test' | 'try'>>({
  async test(context) {
    const outcome = await tryAction(context);
    if (outcome.kind === 'claims') return outcome.claims;
    const code = outcome.kind === 'denied' ? 'action.denied' : 'action.general';
    throw new RequestError(code, { data: { message: outcome.message ?? '' } });
  },
  try: async context => present(await tryAction(context)),
});

export const customizerTrials = ownTransactions<Pick<typeof jwtCustomizers, 'test' | 'try'>>({
  async test(context) {
    const outcome = await tryCustomizer(context);
    if (outcome.kind === 'claims') return outcome.claims;
    const message = outcome.message ?? 'access denied';
    const isDenied = outcome.kind === 'denied';
    throw new RequestError('jwt_customizer.general', {
      data: { message, code: isDenied ? 'AccessDenied' : 'General' },
      status: isDenied ? 403 : 422,
    });
  },
  try: async context => present(await tryCustomizer(context)),
});

const tryAction = ({ body, ...asked }: Asked<typeof actions.try>) => {
  const { script, event, environmentVariables = {} } = body;
  return runTrial(asked, script, { event, environmentVariables }, actionEntry);
};

const tryCustomizer = ({ body, ...asked }: Asked<typeof jwtCustomizers.try>) => {
  const { script, token, context = {}, environmentVariables = {} } = body;
  return runTrial(asked, script, { token, context, environmentVariables });
};

const runTrial = (
  { tenant, caller, services }: Pick<Asked<Row>, 'tenant' | 'caller' | 'services'>,
  script: string,
  input: unknown,
  entry?: string,
) => services.scripts.run(trialOwner(tenant, caller), script, input, entry);

/**
 * Trials wait behind the scripts of sign-ins, and one person can have only a few at once, however many tenants they have.
 * An application belongs to one tenant.
 */
export const trialOwner = (
  { id }: Pick<Asked<Row>['tenant'], 'id'>,
  caller: Pick<Caller, 'kind' | 'id'>,
): ScriptOwner => ({
  tenantId: id,
  trialBy: caller.kind === 'user' ? caller.id : `${id} ${caller.id}`,
});

/** To the author of a script it is the same whether the script threw or had to be stopped. */
const present = (outcome: ScriptOutcome) =>
  outcome.kind === 'stopped' ? { ...outcome, kind: 'failed' as const } : outcome;
