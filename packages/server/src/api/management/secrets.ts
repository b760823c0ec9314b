import type { secrets as rows } from '@gatehouse/contract/secrets.ts';
import type { Handlers } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';

export const secrets: Handlers<typeof rows> = {
  async delete({ tx, params }) {
    const deleted = await tx.delete('secrets', { id: params.id });
    if (deleted.length === 0) throw new RequestError('entity.not_found');
  },
};
