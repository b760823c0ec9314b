import { createHash } from 'node:crypto';
import { generateId } from '@gatehouse/contract/ids.ts';
import {
  type subjectTokens as rows,
  subjectTokenLifetime,
  subjectTokenPrefix,
  type userSubjectTokens as userRows,
} from '@gatehouse/contract/subject-tokens.ts';
import { findUser, nameOfUser } from '../../domain/users.ts';
import type { Handlers } from '../../http/implement.ts';

export const subjectTokens: Handlers<typeof rows> = {
  async create({ tx, db, body, caller }) {
    const { userId, context = {} } = body;
    const user = await findUser(db, userId);
    const subjectToken = `${subjectTokenPrefix}${generateId()}`;
    await tx.insert('subjectTokens', {
      tokenHash: createHash('sha256').update(subjectToken).digest('hex'),
      userId,
      context,
      creatorId: caller.id,
      expiresAt: Date.now() + subjectTokenLifetime * 1000,
    });
    tx.object('user', userId, nameOfUser(user));
    return { subjectToken, expiresIn: subjectTokenLifetime };
  },
};

export const userSubjectTokens: Handlers<typeof userRows> = {
  async listSubjectTokens({ db, params }) {
    await findUser(db, params.userId);
    return db
      .selectFrom('subjectTokens')
      .select(['creatorId', 'context', 'createdAt', 'expiresAt'])
      .where('userId', '=', params.userId)
      .where('consumedAt', 'is', null)
      .where('expiresAt', '>', Date.now())
      .orderBy('createdAt', 'desc')
      .execute();
  },

  async revokeSubjectTokens({ tx, db, params }) {
    await findUser(db, params.userId);
    await tx.delete('subjectTokens', { userId: params.userId, consumedAt: null });
  },
};
