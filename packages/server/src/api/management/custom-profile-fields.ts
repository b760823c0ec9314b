import type {
  createProfileField,
  ProfileField,
  ProfileFieldDefinition,
} from '@gatehouse/contract/custom-profile-fields.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import type { customProfileFields as rows } from '@gatehouse/contract/profile-field-rows.ts';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { Write } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import { listProfileFields } from '../../domain/profile-fields.ts';
import type { Handlers } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';

export const customProfileFields: Handlers<typeof rows> = {
  list: ({ db }) => listProfileFields(db),

  async create({ tx, body }) {
    const [field] = await addFields(tx, [body]);
    return field!;
  },

  createMany: ({ tx, body }) => addFields(tx, body),

  async read({ db, params }) {
    const field = await db
      .selectFrom('customProfileFields')
      .selectAll()
      .where('name', '=', params.name)
      .executeTakeFirst();
    if (!field) throw new RequestError('entity.not_found');
    return present(field);
  },

  async replace({ tx, params, body }) {
    const field = await tx.update('customProfileFields', { name: params.name }, columnsOf(body));
    if (!field) throw new RequestError('entity.not_found');
    return present(field);
  },

  async delete({ tx, params }) {
    const deleted = await tx.delete('customProfileFields', { name: params.name });
    if (deleted.length === 0) throw new RequestError('entity.not_found');
  },

  async reorder({ tx, db, body }) {
    const fields = await listProfileFields(db);
    const unknown = body.order.filter(({ name }) => !fields.some(field => field.name === name));
    if (unknown.length) {
      const names = unknown.map(({ name }) => name).join(', ');
      throw new RequestError('custom_profile_fields.entity_not_exists_with_names', { data: { names } });
    }
    for (const { name, sieOrder } of body.order) {
      await tx.update('customProfileFields', { name }, { sieOrder });
    }
    tx.object('custom-profile-field', 'order');
    return listProfileFields(db);
  },
};

const present = (row: Selectable<Tables['customProfileFields']>) => row as ProfileField;

/** New fields go to the end of the form. */
const addFields = async (tx: Write, fields: z.infer<typeof createProfileField>[]) => {
  const { last } = await tx.db
    .selectFrom('customProfileFields')
    .select(eb => eb.fn.coalesce(eb.fn.max('sieOrder'), eb.lit(0)).as('last'))
    .executeTakeFirstOrThrow();
  const added = await tx.insertMany(
    'customProfileFields',
    fields.map((field, index) => ({
      id: generateId(),
      name: field.name,
      ...columnsOf(field),
      sieOrder: last + index + 1,
    })),
  );
  tx.object('custom-profile-field', added.map(({ name }) => name).join(', '));
  return added.map(present);
};

/** Omitted properties become null because a definition replaces the whole field. */
const columnsOf = (field: ProfileFieldDefinition) => ({
  type: field.type,
  label: field.label ?? null,
  description: 'description' in field ? (field.description ?? null) : null,
  required: field.required,
  config: field.config ?? {},
});
