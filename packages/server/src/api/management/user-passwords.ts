import type { userPasswords as passwordRows } from '@gatehouse/contract/user-passwords.ts';
import type { users as rows } from '@gatehouse/contract/users.ts';
import { requireDigest } from '../../domain/password-digests.ts';
import { checkPassword, passwordAlgorithm } from '../../domain/passwords.ts';
import { createUser, findUser, nameOfUser, presentUser, updateUser } from '../../domain/users.ts';
import { ownTransactions } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';

type PasswordRows = Pick<typeof rows, 'create'> &
  Pick<typeof passwordRows, 'updatePassword' | 'verifyPassword'>;

/** Direct: hashing a password must not hold a transaction. */
export const userPasswords = ownTransactions<PasswordRows>({
  async create({ tenant, origin, body, services }) {
    const { password, passwordDigest, passwordAlgorithm: method, ...fields } = body;
    if (passwordDigest && method) requireDigest(method, passwordDigest);
    const credentials = passwordDigest
      ? { passwordEncrypted: passwordDigest, passwordEncryptionMethod: method }
      : { passwordEncrypted: password && (await services.passwords.hash(password)) };
    const user = await tenant.database.write(origin, tx => createUser(tx, { ...fields, ...credentials }));
    return presentUser(user);
  },

  async updatePassword({ tenant, origin, params, body, services }) {
    await tenant.database.read(db => findUser(db, params.userId));
    const passwordEncrypted = await services.passwords.hash(body.password);
    return tenant.database.write(origin, async tx => {
      const user = await updateUser(tx, params.userId, {
        passwordEncrypted,
        passwordEncryptionMethod: passwordAlgorithm,
      });
      tx.object('user', user.id, nameOfUser(user));
      tx.emit('User.Data.Updated', presentUser(user));
      return presentUser(user);
    });
  },

  async verifyPassword({ tenant, params, body, services }) {
    const user = await tenant.database.read(db => findUser(db, params.userId));
    if (!(await checkPassword({ tenant, passwords: services.passwords }, user, body.password)))
      throw new RequestError('session.invalid_credentials');
  },
});
