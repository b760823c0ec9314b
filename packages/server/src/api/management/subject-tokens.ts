import { createHash } from 'node:crypto';
import { generateId } from '@gatehouse/contract/ids.ts';
import {
  type subjectTokens as rows,
  subjectTokenLifetime,
  subjectTokenPrefix,
} from '@gatehouse/contract/subject-tokens.ts';
import { RequestError } from '../../domain/request-error.ts';
import type { Handlers } from '../../http/implement.ts';

export const subjectTokens: Handlers<typeof rows> = {
  async create({ db, body, caller }) {
    const { userId, context = {} } = body;
    const user = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
    if (!user) throw new RequestError('entity.not_exists_with_id', { data: { name: 'user', id: userId } });
    const subjectToken = `${subjectTokenPrefix}${generateId()}`;
    await db
      .insertInto('subjectTokens')
      .values({
        tokenHash: createHash('sha256').update(subjectToken).digest('hex'),
        userId,
        context,
        creatorId: caller.id,
        expiresAt: Date.now() + subjectTokenLifetime * 1000,
      })
      .execute();
    return { subjectToken, expiresIn: subjectTokenLifetime };
  },
};
