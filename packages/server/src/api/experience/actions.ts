import type { ActionType } from '@gatehouse/contract/actions.ts';
import type { AuditKey } from '@gatehouse/contract/audit.ts';
import { actionEntry } from '../../domain/actions.ts';
import type { UserRow } from '../../domain/user-row.ts';
import { presentUser } from '../../domain/users.ts';
import { RequestError } from '../../request-error.ts';
import { note, type Step } from './step.ts';
import type { StepContext } from './step-context.ts';

const auditKeys = {
  'action.postFirstFactorVerification': 'Action.PostFirstFactorVerification',
  'action.postSignIn': 'Action.PostSignIn',
} as const satisfies Record<ActionType, AuditKey>;

/** Asks the tenant's script whether the sign-in may continue. It costs nothing for tenants without one. */
export const runAction = async (
  context: StepContext,
  { interaction, state }: Step,
  type: ActionType,
  user: UserRow,
) => {
  const { tenant, services, request } = context;
  const action = (await tenant.cached.actions())[type];
  if (!action) return;
  const { id, name } = (await tenant.cached.client(interaction.clientId)) ?? { id: interaction.clientId };
  const event = {
    type,
    interactionEvent: state.event,
    user: presentUser(user),
    application: { id, name },
    verifications: state.verifications.flatMap(({ type, isVerified }) => (isVerified ? [type] : [])),
    ip: request.ip,
    userAgent: request.headers['user-agent'],
  };
  const { script, environmentVariables = {}, onExecutionError } = action;
  const outcome = await services.scripts.run(
    { tenantId: tenant.id },
    script,
    { event, environmentVariables },
    actionEntry,
  );
  if (outcome.kind === 'claims') {
    note(context, interaction, auditKeys[type], { userId: user.id });
    return;
  }
  const { kind, message } = outcome;
  note(context, interaction, auditKeys[type], { userId: user.id, error: { code: kind, message } });
  if (kind === 'denied') throw new RequestError('action.denied', { data: { message: message ?? '' } });
  // The message of a script that failed is for its owner.
  if (onExecutionError === 'block' || kind === 'stopped')
    throw new RequestError('action.general', { data: { message: '' } });
};
