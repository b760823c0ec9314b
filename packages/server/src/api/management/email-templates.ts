import type { emailTemplates as rows } from '@gatehouse/contract/email-templates.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Handlers } from '../../http/implement.ts';
import { buildTemplate } from '../../messages/built-in-template.ts';
import { RequestError } from '../../request-error.ts';

export const emailTemplates: Handlers<typeof rows> = {
  async list({ db, query }) {
    const { languageTag, templateType } = query;
    const templates = await db
      .selectFrom('emailTemplates')
      .selectAll()
      .where(eb =>
        eb.and({ ...(languageTag ? { languageTag } : {}), ...(templateType ? { templateType } : {}) }),
      )
      .orderBy('languageTag')
      .orderBy('templateType')
      .execute();
    return templates;
  },

  async upsert({ tx, body }) {
    const stored = [];
    for (const { details, ...use } of body.templates) {
      const updated = await tx.update('emailTemplates', use, { details });
      stored.push(updated ?? (await tx.insert('emailTemplates', { id: generateId(), ...use, details })));
    }
    return stored;
  },

  async deleteMany({ tx, query }) {
    const { languageTag, templateType } = query;
    if (languageTag === undefined && templateType === undefined) {
      throw new RequestError('connector.email_connector.bulk_deletion_no_filter');
    }
    const deleted = await tx.delete('emailTemplates', {
      ...(languageTag === undefined ? {} : { languageTag }),
      ...(templateType === undefined ? {} : { templateType }),
    });
    return { rowCount: deleted.length };
  },

  readBuiltIn: ({ db, query }) => buildTemplate(db, query),

  read: ({ db, params }) => findTemplate(db, params.id),

  async delete({ tx, params }) {
    const deleted = await tx.delete('emailTemplates', { id: params.id });
    if (deleted.length === 0) throw new RequestError('entity.not_found');
  },

  async updateDetails({ tx, db, params, body }) {
    const { details } = await findTemplate(db, params.id);
    const template = await tx.update(
      'emailTemplates',
      { id: params.id },
      { details: { ...details, ...body } },
    );
    return template!;
  },
};

const findTemplate = async (db: Kysely<Tables>, id: string) => {
  const template = await db.selectFrom('emailTemplates').selectAll().where('id', '=', id).executeTakeFirst();
  if (!template)
    throw new RequestError('entity.not_exists_with_id', { data: { name: 'email template', id } });
  return template;
};
