import {
  type EmailTemplate,
  emailTemplateDetails,
  emailTemplates,
  templateType,
  templateTypes,
} from '@gatehouse/contract/email-templates.ts';
import { languageTag, languageTags, nativeNameOf } from '@gatehouse/contract/languages.ts';
import { RadioCards } from '@gatehouse/ui/radio-cards.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { useRead, useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { CodeField } from '../../templates/code-field.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';
import { EmailPreview, variablesOf } from './email-preview.tsx';
import { nameOfUse } from './name-of-use.ts';

const contentTypes = ['text/html', 'text/plain'] as const;

/** An address, or a name with the address in angle brackets. Values can be named in it. */
const sender = z
  .string()
  .refine(text => /^(|[^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+|.*\{\{.*)$/.test(text.trim()), {
    error: 'user.invalid_email',
  });

const templateFields = z.object({
  templateType,
  languageTag,
  subject: emailTemplateDetails.shape.subject,
  content: emailTemplateDetails.shape.content,
  contentType: z.enum(contentTypes),
  replyTo: sender,
  sendFrom: sender,
});

/** One message in one language, with how it will look. */
export const EmailTemplateDialog = ({
  template,
  templates,
  onClose,
}: {
  template: EmailTemplate | undefined;
  /** All that there are: a new one does not replace another. */
  templates: readonly EmailTemplate[];
  onClose: () => void;
}) => {
  const t = useT();
  const toast = useToast();
  const upsert = useWrite(emailTemplates.upsert);
  const { details } = template ?? {};
  return (
    <FormDialog
      title={t(template ? 'connectors.templates.edit' : 'connectors.templates.create')}
      description={t('connectors.templates.dialog_text')}
      submitLabel={t('general.save')}
      size="large"
      schema={templateFields}
      defaultValues={{
        templateType: template?.templateType ?? 'Generic',
        languageTag: template?.languageTag ?? 'en',
        subject: details?.subject ?? '',
        content: details?.content ?? '',
        contentType: details?.contentType ?? 'text/html',
        replyTo: details?.replyTo ?? '',
        sendFrom: details?.sendFrom ?? '',
      }}
      onClose={onClose}
      submit={async ({ templateType: type, languageTag: language, replyTo, sendFrom, ...rest }, form) => {
        const isTaken = templates.some(
          ({ templateType: use, languageTag: tag }) => use === type && tag === language,
        );
        if (!template && isTaken) {
          form.setError('languageTag', { message: t('connectors.templates.taken') }, { shouldFocus: true });
          return;
        }
        const written = {
          ...rest,
          ...(replyTo ? { replyTo } : {}),
          ...(sendFrom ? { sendFrom } : {}),
        };
        await upsert.mutateAsync({
          body: { templates: [{ templateType: type, languageTag: language, details: written }] },
        });
        toast.success(t('connectors.templates.saved'));
        onClose();
      }}
    >
      {form => <TemplateFields form={form} isNew={template === undefined} />}
    </FormDialog>
  );
};

type TemplateValues = z.input<typeof templateFields>;

/** A new one begins with the built-in message, which follows the use and the language until something is typed. */
const TemplateFields = ({ form, isNew }: { form: UseFormReturn<TemplateValues>; isNew: boolean }) => {
  const t = useT();
  const { templateType: type, languageTag: language, subject, content, contentType } = form.watch();
  const query = { templateType: type, languageTag: language };
  const { data: builtIn } = useRead(emailTemplates.readBuiltIn, { query }, { enabled: isNew });
  const { dirtyFields } = form.formState;
  useEffect(() => {
    if (!builtIn) return;
    for (const name of ['subject', 'content'] as const)
      if (!dirtyFields[name]) form.resetField(name, { defaultValue: builtIn[name] });
  }, [builtIn, dirtyFields, form]);
  return (
    <>
      <FormField form={form} name="templateType" label={t('connectors.templates.use')}>
        {field => (
          <Select
            {...field}
            disabled={!isNew}
            options={templateTypes.map(value => ({ value, label: nameOfUse(t, value) }))}
          />
        )}
      </FormField>
      <FormField form={form} name="languageTag" label={t('connectors.templates.language')}>
        {field => (
          <Select
            {...field}
            disabled={!isNew}
            options={languageTags.map(value => ({ value, label: nativeNameOf(value), detail: value }))}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="subject"
        label={t('connectors.templates.subject')}
        help={t('connectors.templates.variables', { variables: variablesOf(type) })}
      />
      <FormField form={form} name="contentType" label={t('connectors.templates.content_type')}>
        {field => (
          <RadioCards
            {...field}
            options={contentTypes.map(value => ({
              value,
              title: t(`connectors.templates.content_types.${value === 'text/html' ? 'html' : 'plain'}`),
            }))}
          />
        )}
      </FormField>
      <CodeField
        form={form}
        name="content"
        label={t('connectors.templates.content')}
        language="html"
        minLines={8}
      />
      <EmailPreview
        type={type}
        languageTag={language}
        subject={subject}
        content={content}
        isHtml={contentType === 'text/html'}
      />
      <FormField
        form={form}
        name="sendFrom"
        label={t('connectors.templates.send_from')}
        help={t('connectors.templates.send_from_help')}
        isOptional
      />
      <FormField form={form} name="replyTo" label={t('connectors.templates.reply_to')} isOptional />
    </>
  );
};
