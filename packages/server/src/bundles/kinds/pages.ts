import { accountCenter as entity, updateAccountCenter } from '@gatehouse/contract/account-center.ts';
import { translation } from '@gatehouse/contract/custom-phrases.ts';
import {
  createProfileField,
  type ProfileFieldDefinition,
} from '@gatehouse/contract/custom-profile-fields.ts';
import { emailTemplate, emailTemplateDetails } from '@gatehouse/contract/email-templates.ts';
import { z } from 'zod';
import { isSame } from '../canonical.ts';
import { defineKind, type Fields } from '../kind.ts';

const accountCenterFields = z.strictObject({
  enabled: z.boolean().default(false),
  fields: entity.shape.fields.default({}),
  webauthnRelatedOrigins: entity.shape.webauthnRelatedOrigins.default([]),
  deleteAccountUrl: updateAccountCenter.shape.deleteAccountUrl.unwrap().nullable().default(null),
  customCss: z.string().nullable().default(null),
  personalData: entity.shape.personalData
    .unwrap()
    .default({ canExport: false, canDelete: false, graceDays: 14 }),
  profileFields: entity.shape.profileFields.unwrap().default([]),
});

export const accountCenter = defineKind<z.infer<typeof accountCenterFields>>({
  folder: 'account-center',
  entity: 'account-center',
  isSingle: true,
  schema: accountCenterFields,

  async read({ call }) {
    const { tenantId: _, id, ...fields } = await call('accountCenters', 'read', {});
    return [{ id, name: 'account-center', fields }];
  },

  async update({ call }, _id, fields) {
    await call('accountCenters', 'update', { body: fields });
  },
});

/** Custom text of the sign-in pages. A language has one file, whose name is the tag of the language. */
export const customText = defineKind<Fields>({
  folder: 'custom-text',
  entity: 'custom-phrase',
  key: ['language'],
  fixed: ['language'],
  schema: z.strictObject({ language: z.string(), text: translation }) as unknown as z.ZodType<Fields>,

  async read({ call }) {
    const phrases = await call('customPhrases', 'list', {});
    return phrases.map(({ languageTag, translation: text }) => ({
      id: languageTag,
      name: languageTag,
      fields: { language: languageTag, text },
    }));
  },

  async create({ call }, { language, text }) {
    const params = { languageTag: String(language) };
    await call('customPhrases', 'replace', { params, body: text as z.infer<typeof translation> });
    return String(language);
  },

  async update({ call }, languageTag, { text }) {
    await call('customPhrases', 'replace', {
      params: { languageTag },
      body: text as z.infer<typeof translation>,
    });
  },

  delete: ({ call }, languageTag) => call('customPhrases', 'delete', { params: { languageTag } }),
});

export const profileFields = defineKind<Fields>({
  folder: 'profile-fields',
  entity: 'custom-profile-field',
  key: ['name'],
  fixed: ['name'],
  schema: createProfileField as unknown as z.ZodType<Fields>,

  async read({ call }) {
    const fields = await call('customProfileFields', 'list', {});
    return fields.map(({ tenantId: _, id: __, createdAt: ___, sieOrder: ____, ...field }) => ({
      id: field.name,
      name: field.name,
      fields: Object.fromEntries(
        Object.entries(field).filter(([, value]) => value !== null && !isSame(value, {})),
      ),
    }));
  },

  async create({ call }, fields) {
    const { name } = await call('customProfileFields', 'create', { body: fields as never });
    return name;
  },

  async update({ call }, name, { name: _, ...fields }) {
    await call('customProfileFields', 'replace', {
      params: { name },
      body: fields as unknown as ProfileFieldDefinition,
    });
  },

  delete: ({ call }, name) => call('customProfileFields', 'delete', { params: { name } }),
});

const templateFields = z.strictObject({
  templateType: emailTemplate.shape.templateType,
  languageTag: emailTemplate.shape.languageTag,
  ...emailTemplateDetails.shape,
});

export const emailTemplates = defineKind<z.infer<typeof templateFields>>({
  folder: 'email-templates',
  entity: 'email-template',
  key: ['templateType', 'languageTag'],
  fixed: ['templateType', 'languageTag'],
  schema: templateFields,

  async read({ call }) {
    const templates = await call('emailTemplates', 'list', { query: {} });
    return templates.map(({ id, templateType, languageTag, details }) => ({
      id,
      name: `${templateType} ${languageTag}`,
      fields: { templateType, languageTag, ...details },
    }));
  },

  async create({ call }, { templateType, languageTag, ...details }) {
    const body = { templates: [{ templateType, languageTag, details }] };
    const [template] = await call('emailTemplates', 'upsert', { body });
    return template!.id;
  },

  async update({ call }, _id, { templateType, languageTag, ...details }) {
    await call('emailTemplates', 'upsert', { body: { templates: [{ templateType, languageTag, details }] } });
  },

  delete: ({ call }, id) => call('emailTemplates', 'delete', { params: { id } }),
});
