import type { TemplateType } from '@gatehouse/contract/email-templates.ts';
import { FramedPage } from '@gatehouse/ui/framed-page.tsx';
import { useT } from '../../phrases.tsx';

const variables = {
  code: ['code'],
  invitation: ['link', 'organization.name', 'inviter.name'],
} as const;

const namesOf = (type: TemplateType) =>
  type === 'OrganizationInvitation' ? variables.invitation : variables.code;

/** What a template of this use can name. */
export const variablesOf = (type: TemplateType) => namesOf(type).map(name => `{{${name}}}`);

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => `&#${character.codePointAt(0)};`);

/** The sender fills in the same way; what is not there stays empty. */
const fillIn = (text: string, samples: Record<string, string | undefined>) =>
  text.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (_, name: string) => samples[name] ?? '');

type EmailPreviewProps = { type: TemplateType; subject: string; content: string; isHtml: boolean };

/** How a message will look, with made-up values. It can run nothing and reach nothing but pictures. */
export const EmailPreview = ({ type, subject, content, isHtml }: EmailPreviewProps) => {
  const t = useT();
  const samples = Object.fromEntries(
    namesOf(type).map(name => [name, t(`connectors.templates.samples.${name}`)]),
  );
  const text = isHtml ? content : escapeHtml(content).replaceAll('\n', '<br>');
  return (
    <FramedPage
      title={t('connectors.templates.preview')}
      caption={fillIn(subject, samples)}
      src="/message-preview"
      html={fillIn(text, samples)}
    />
  );
};
