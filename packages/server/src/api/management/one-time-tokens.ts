import { canMoveOneTimeToken, type oneTimeTokens as rows } from '@gatehouse/contract/one-time-tokens.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { fetchPage } from '../../domain/listing.ts';
import {
  consumeOneTimeToken,
  createOneTimeToken,
  presentOneTimeToken,
} from '../../domain/one-time-tokens.ts';
import type { Caller } from '../../http/authenticate.ts';
import type { Handlers } from '../../http/implement.ts';
import { maskSecret, maySeeSecrets } from '../../http/reveal.ts';
import { RequestError } from '../../request-error.ts';

export const oneTimeTokens: Handlers<typeof rows> = {
  async list({ db, query, page, caller, services }) {
    const { email, status } = query;
    const now = Date.now();
    const found = await fetchPage(
      db
        .selectFrom('oneTimeTokens')
        .selectAll()
        .$if(email !== undefined, list =>
          list.where(eb => eb(eb.fn('lower', ['email']), '=', (email ?? '').toLowerCase())),
        )
        .$if(status === 'active', list => list.where('status', '=', 'active').where('expiresAt', '>', now))
        .$if(status === 'expired', list =>
          list.where(eb =>
            eb.or([
              eb('status', '=', 'expired'),
              eb.and([eb('status', '=', 'active'), eb('expiresAt', '<=', now)]),
            ]),
          ),
        )
        .$if(status === 'consumed' || status === 'revoked', list => list.where('status', '=', status ?? ''))
        .orderBy('createdAt', 'desc')
        .orderBy('id'),
      page,
    );
    const items = found.items.map(row => hideFrom(caller, presentOneTimeToken(row, services.vault)));
    return { ...found, items };
  },

  create: ({ db, body, services }) => createOneTimeToken(db, services.vault, body),

  async read({ db, params, caller, services }) {
    return hideFrom(caller, presentOneTimeToken(await findToken(db, params.id), services.vault));
  },

  async delete({ db, params }) {
    const { numDeletedRows } = await db
      .deleteFrom('oneTimeTokens')
      .where('id', '=', params.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new RequestError('entity.not_found');
  },

  verify: ({ db, body, services }) => consumeOneTimeToken(db, services.vault, body),

  async setStatus({ db, params, body, services }) {
    const { status } = presentOneTimeToken(await findToken(db, params.id), services.vault);
    if (status !== body.status && !canMoveOneTimeToken(status, body.status)) {
      throw new RequestError('one_time_token.cannot_reactivate_token');
    }
    const row = await db
      .updateTable('oneTimeTokens')
      .set({ status: body.status })
      .where('id', '=', params.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return presentOneTimeToken(row, services.vault);
  },
};

/** The token is enough to sign in: only callers that could create one see it. */
const hideFrom = <Token extends { token: string }>(caller: Caller, token: Token) =>
  maySeeSecrets(caller, 'one-time-tokens') ? token : { ...token, token: maskSecret(token.token) };

const findToken = async (db: Kysely<Tables>, id: string) => {
  const token = await db.selectFrom('oneTimeTokens').selectAll().where('id', '=', id).executeTakeFirst();
  if (!token) throw new RequestError('entity.not_exists_with_id', { data: { name: 'one-time token', id } });
  return token;
};
