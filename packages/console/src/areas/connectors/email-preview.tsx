import type { TemplateType } from '@gatehouse/contract/email-templates.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { FramedPage } from '@gatehouse/ui/framed-page.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { useT } from '../../phrases.tsx';

/** What a template can name, and the sample that stands for it in the preview. */
const variables = {
  code: { code: 'code', 'application.name': 'organization.name' },
  invitation: { link: 'link', 'organization.name': 'organization.name', 'inviter.name': 'inviter.name' },
} as const;

const samplesFor = (type: TemplateType) =>
  Object.entries(type === 'OrganizationInvitation' ? variables.invitation : variables.code);

const asWritten = (name: string) => `{{${name}}}`;

/** What a template of this use can name. */
export const variablesOf = (type: TemplateType) => samplesFor(type).map(([name]) => asWritten(name));

const variable = /\{\{\s*([\w.]+)\s*\}\}/g;

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => `&#${character.codePointAt(0)};`);

/** The sender fills in the same way; what is not there stays empty. */
const fillIn = (text: string, samples: Record<string, string | undefined>) =>
  text.replace(variable, (_, name: string) => samples[name] ?? '');

const unknownIn = (text: string, samples: Record<string, string>) => [
  ...new Set(
    [...text.matchAll(variable)].flatMap(([, name = '']) => (name in samples ? [] : asWritten(name))),
  ),
];

type EmailPreviewProps = { type: TemplateType; subject: string; content: string; isHtml: boolean };

/** How a message will look, with made-up values. It can run nothing and reach nothing but pictures. */
export const EmailPreview = ({ type, subject, content, isHtml }: EmailPreviewProps) => {
  const t = useT();
  const samples = Object.fromEntries(
    samplesFor(type).map(([name, sample]) => [name, t(`connectors.templates.samples.${sample}`)]),
  );
  const unknown = unknownIn(`${subject} ${content}`, samples);
  const text = isHtml ? content : escapeHtml(content).replaceAll('\n', '<br>');
  return (
    <Stack gap={2}>
      {unknown.length > 0 && (
        <Callout tone="warning" title={t('connectors.templates.unknown_variables', { variables: unknown })} />
      )}
      <FramedPage
        title={t('connectors.templates.preview')}
        caption={fillIn(subject, samples)}
        src="/message-preview"
        html={fillIn(text, samples)}
      />
    </Stack>
  );
};
