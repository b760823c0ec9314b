import { RequestError } from '../../domain/request-error.ts';
import { presentUser } from '../../domain/users.ts';
import type { RequestContext } from '../../http/implement.ts';
import type { FoundInteraction } from '../../oidc/interactions.ts';

/** Ends the interaction: the user is signed in, and the browser goes back to the provider. */
export const submit = async (
  { tenant, origin }: Pick<RequestContext<never>, 'tenant' | 'origin'>,
  interaction: FoundInteraction,
) => {
  const { event, userId, isNewUser } = interaction.requireState();
  if (!userId) throw new RequestError('session.identifier_not_found');
  await tenant.database.write(origin, async tx => {
    const now = Date.now();
    const user = await tx.db
      .updateTable('users')
      .set({ lastSignInAt: now })
      .where('id', '=', userId)
      .returningAll()
      .executeTakeFirst();
    if (!user) throw new RequestError('user.user_not_exist');
    if (user.isSuspended) throw new RequestError('user.suspended');
    await tx.db
      .insertInto('dailyActiveUsers')
      .values({ date: new Date(now).toISOString().slice(0, 10), userId })
      .onConflict(conflict => conflict.doNothing())
      .execute();
    tx.emit(isNewUser ? 'PostRegister' : 'PostSignIn', {
      interactionEvent: event,
      sessionId: interaction.id,
      applicationId: interaction.clientId,
      userId,
      user: presentUser(user),
    });
  });
  return interaction.finish({ login: { accountId: userId, amr: ['pwd'] } });
};
