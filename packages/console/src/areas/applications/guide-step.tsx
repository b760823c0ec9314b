import type { ApplicationType } from '@gatehouse/contract/applications.ts';
import { Card } from '@gatehouse/ui/card.tsx';
import { CodeBlock, CodeFiles } from '@gatehouse/ui/code-block.tsx';
import type { HighlightedLanguage } from '@gatehouse/ui/code-highlighter.ts';
import { Segmented } from '@gatehouse/ui/segmented.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import type { ReactNode } from 'react';
import { useT } from '../../phrases.tsx';
import type { GuideStep, Snippet, SnippetLanguage } from './guides/guide.ts';
import { commandsFor, packageManagers, usePackageManager, usesNpm } from './guides/package-manager.ts';

/** The steps of the guide, and those that every guide has. */
export type ShownStep = Omit<GuideStep, 'name'> & {
  name: GuideStep['name'] | 'redirects' | 'roles' | 'try';
};

type StepCardProps = {
  type: ApplicationType;
  name: ShownStep['name'];
  snippets: readonly Snippet[];
  children: ReactNode;
};

/** A step: what it is for, what to fill in, and its code. */
export const StepCard = ({ type, name, snippets, children }: StepCardProps) => {
  const t = useT();
  // No user signs in to a service: it is run instead.
  const textName = name === 'try' && type === 'MachineToMachine' ? 'try_machine' : name;
  return (
    <Card title={t(`applications.guide.step_titles.${name}`)}>
      <Text isBlock tone="soft">
        {t(`applications.guide.step_texts.${textName}`)}
      </Text>
      {children}
      <StepCode snippets={snippets} />
      {name === 'install' && snippets.some(({ code }) => code.includes('@logto/')) && (
        <Text isBlock tone="soft">
          {t('applications.guide.sdk_note')}
        </Text>
      )}
    </Card>
  );
};

/** Files side by side as tabs, and commands after them. */
export const StepCode = ({ snippets }: { snippets: readonly Snippet[] }) => {
  const t = useT();
  const files = snippets.flatMap(({ file, code, language }) =>
    file && language !== 'http' ? [{ file, code: code.trimEnd(), language: colorsOf[language] }] : [],
  );
  const rest = snippets.filter(({ file, language }) => !file || language === 'http');
  const [only] = files;
  return (
    <>
      {files.length > 1 && <CodeFiles label={t('applications.guide.files')} files={files} />}
      {files.length === 1 && only && (
        <CodeBlock label={only.file} code={only.code} language={only.language} />
      )}
      {rest.map(({ file, code, language }) =>
        language === 'bash' ? (
          <Commands key={code} code={code.trimEnd()} />
        ) : (
          <CodeBlock key={code} label={file} code={code.trimEnd()} language={colorsOf[language]} />
        ),
      )}
    </>
  );
};

/** Commands to type, for the package manager of the reader. */
const Commands = ({ code }: { code: string }) => {
  const t = useT();
  const [manager, choose] = usePackageManager();
  if (!usesNpm(code)) return <CodeBlock code={code} language="bash" />;
  return (
    <CodeBlock
      code={commandsFor(code, manager)}
      language="bash"
      actions={
        <Segmented
          label={t('applications.guide.package_manager')}
          value={manager}
          onChange={choose}
          options={packageManagers.map(name => ({ value: name, label: name }))}
        />
      }
    />
  );
};

/** Highlighting by snippet language. A request to a URL is not highlighted. */
const colorsOf: Readonly<Record<SnippetLanguage, HighlightedLanguage | undefined>> = {
  bash: 'bash',
  csharp: 'csharp',
  dart: 'dart',
  env: 'env',
  go: 'go',
  html: 'html',
  http: undefined,
  java: 'java',
  js: 'js',
  json: 'json',
  kotlin: 'kotlin',
  php: 'php',
  python: 'python',
  ruby: 'ruby',
  svelte: 'html',
  swift: 'swift',
  ts: 'ts',
  tsx: 'ts',
  vue: 'html',
  xml: 'html',
  yaml: 'yaml',
};
