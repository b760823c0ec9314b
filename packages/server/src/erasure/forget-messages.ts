import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { spellingsOf } from '../phones.ts';

type Person = { userId: string; identifiers: readonly string[]; names: readonly string[] };

const batchSize = 200;

/**
 * Messages to others can mention a person: an invitation names who invites, and a code for a new address goes to one
 * that is not yet the user's. Payloads are sealed by the vault, so they are opened to find out. An invitation is sent
 * on without the person, for its recipient still wants it; other messages go.
 */
export const forgetMessages = async (db: Kysely<Tables>, vault: Vault, person: Person) => {
  const [stripInvitation, strip] = [withoutPerson(person), withoutPerson({ ...person, names: [] })];
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('messages')
      .select(['id', 'templateType', 'payload'])
      .where('id', '>', last)
      .where('payload', '<>', '')
      .orderBy('id')
      .limit(batchSize)
      .forUpdate()
      .execute();
    for (const { id, templateType, payload } of rows) {
      last = id;
      const isInvitation = templateType === 'OrganizationInvitation';
      const told: unknown = JSON.parse(vault.open(payload));
      const left = JSON.stringify((isInvitation ? stripInvitation : strip)(told));
      if (left === JSON.stringify(told)) continue;
      await (isInvitation
        ? db
            .updateTable('messages')
            .set({ payload: vault.seal(left) })
            .where('id', '=', id)
            .execute()
        : db.deleteFrom('messages').where('id', '=', id).execute());
    }
    if (rows.length < batchSize) return;
  }
};

/** Leaves out objects about the user, the ID, and texts that are a name or hold an address of the user. */
const withoutPerson = ({ userId, identifiers, names }: Person) => {
  const addresses = identifiers
    .filter(identifier => /@|^\d{6,}$/.test(identifier))
    .flatMap(identifier => (/^\d+$/.test(identifier) ? spellingsOf(identifier) : [identifier]))
    .map(address => address.toLowerCase());
  const isTheirs = (text: string) =>
    text === userId || names.includes(text) || addresses.some(each => text.toLowerCase().includes(each));
  const strip = (value: unknown): unknown => {
    if (typeof value === 'string') return isTheirs(value) ? undefined : value;
    if (Array.isArray(value)) return value.map(strip).filter(item => item !== undefined);
    if (typeof value !== 'object' || value === null) return value;
    if ('id' in value && value.id === userId) return undefined;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, item]) => {
        const left = strip(item);
        return left === undefined ? [] : [[name, left]];
      }),
    );
  };
  return strip;
};
