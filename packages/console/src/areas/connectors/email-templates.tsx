import { type EmailTemplate, emailTemplates } from '@gatehouse/contract/email-templates.ts';
import { nativeNameOf } from '@gatehouse/contract/languages.ts';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { EntityName } from '@gatehouse/ui/entity-icon.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Mails, Plus } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../phrases.tsx';
import { deletionItem } from '../../templates/menu-items.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { WriteButton } from '../../templates/write-button.tsx';
import { EmailTemplateDialog } from './email-template-dialog.tsx';
import { nameOfUse } from './name-of-use.ts';

/** The tenant's own words, by language and by what a message is for. They stay when the provider changes. */
export const EmailTemplates = () => {
  const t = useT();
  const [edited, setEdited] = useState<{ template?: EmailTemplate }>();
  const { data, failure } = useReadOrFailure(emailTemplates.list, {});
  const nameOf = ({ templateType, languageTag }: EmailTemplate) =>
    `${nameOfUse(t, templateType)}, ${nativeNameOf(languageTag)}`;
  const deletion = useDelete({
    row: emailTemplates.delete,
    words: 'connectors.templates',
    params: ({ id }: { id: string; name: string }) => ({ id }),
  });
  return (
    <>
      <Row justify="end">
        <WriteButton row={emailTemplates.upsert} size="small" icon={<Plus />} onClick={() => setEdited({})}>
          {t('connectors.templates.create')}
        </WriteButton>
      </Row>
      <DataTable
        label={t('connectors.templates.title')}
        rows={data}
        error={failure}
        skeletonRows={2}
        rowKey={({ id }) => id}
        rowName={nameOf}
        onOpen={template => setEdited({ template })}
        rowMenu={template => [deletionItem(deletion, { id: template.id, name: nameOf(template) })]}
        empty={<EmptyState icon={<Mails aria-hidden />}>{t('connectors.templates.empty')}</EmptyState>}
        columns={[
          {
            id: 'use',
            header: t('connectors.templates.use'),
            cell: ({ templateType, details }: EmailTemplate) => (
              <EntityName name={nameOfUse(t, templateType)} detail={details.subject} />
            ),
          },
          {
            id: 'language',
            header: t('connectors.templates.language'),
            cell: ({ languageTag }: EmailTemplate) => nativeNameOf(languageTag),
          },
        ]}
      />
      {edited && (
        <EmailTemplateDialog
          template={edited.template}
          templates={data ?? []}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
};
