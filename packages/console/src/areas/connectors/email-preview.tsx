import { isSecurityNotice, type TemplateType } from '@gatehouse/contract/email-templates.ts';
import { shortDate } from '@gatehouse/phrases/formatters.ts';
import { fallbackLanguage, matchLanguage } from '@gatehouse/phrases/languages.ts';
import { loadPhrases } from '@gatehouse/phrases/load.ts';
import { createTranslator } from '@gatehouse/phrases/translate.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { FramedPage } from '@gatehouse/ui/framed-page.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { Segmented } from '@gatehouse/ui/segmented.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Key, useTranslation } from '../../phrases.tsx';

/** Values for the sample text, in the language of the template. */
type Words = { language: string; summary: string };
type Samples = Readonly<Record<string, Key | ((words: Words) => string)>>;

/** Variables that a template can use, each with a sample value for the preview. */
const variables = {
  code: {
    code: 'connectors.templates.samples.code',
    'application.name': 'connectors.templates.samples.organization.name',
  },
  invitation: {
    link: 'connectors.templates.samples.link',
    'organization.name': 'connectors.templates.samples.organization.name',
    'inviter.name': 'connectors.templates.samples.inviter.name',
  },
  notice: {
    summary: ({ summary }) => summary,
    time: ({ language }) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' }).format(),
    device: () => 'Chrome, Windows',
    ip: () => '203.0.113.7',
    'application.name': 'connectors.templates.samples.organization.name',
    factor: () => 'TOTP',
    account: () => 'GitHub',
    token: () => 'CI',
    link: () => 'https://auth.example.com/lock-account',
  },
} as const satisfies Record<string, Samples>;

const samplesFor = (type: TemplateType): Samples => {
  if (isSecurityNotice(type)) return variables.notice;
  return type === 'OrganizationInvitation' ? variables.invitation : variables.code;
};

const asWritten = (name: string) => `{{${name}}}`;

/** Variables available to a template of this type. */
export const variablesOf = (type: TemplateType) => Object.keys(samplesFor(type)).map(asWritten);

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

/** The summary line of a security notice, in the language of the template. */
const useSummary = (type: TemplateType, language: string) => {
  const isNotice = isSecurityNotice(type);
  const { data } = useQuery({
    queryKey: ['phrases', language, 'messages'],
    queryFn: () => loadPhrases(language, 'messages'),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isNotice,
  });
  if (!data || !isNotice) return '';
  return createTranslator(language, data)(`security.${type}.by_user`, {
    date: shortDate(Date.now(), language),
  });
};

/** A phone, and the room that mail programs give a message on a desk. */
const widths = { phone: 320, computer: 600 } as const;

type EmailPreviewProps = {
  type: TemplateType;
  languageTag: string;
  subject: string;
  content: string;
  isHtml: boolean;
};

/** Preview of a message with sample values. It cannot run scripts or load anything but images. */
export const EmailPreview = ({ type, languageTag, subject, content, isHtml }: EmailPreviewProps) => {
  const { t } = useTranslation();
  const [width, setWidth] = useState<keyof typeof widths>('computer');
  const language = matchLanguage(languageTag) ?? fallbackLanguage;
  const summary = useSummary(type, language);
  const samples = Object.fromEntries(
    Object.entries(samplesFor(type)).map(([name, sample]) => [
      name,
      typeof sample === 'string' ? t(sample) : sample({ language, summary }),
    ]),
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
        width={widths[width]}
        actions={
          <Segmented
            label={t('connectors.templates.width')}
            value={width}
            onChange={setWidth}
            options={(['computer', 'phone'] as const).map(value => ({
              value,
              label: t(`connectors.templates.widths.${value}`),
            }))}
          />
        }
      />
    </Stack>
  );
};
