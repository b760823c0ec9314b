import { customPhrases, type Translation, translation } from '@gatehouse/contract/custom-phrases.ts';
import { type LanguageTag, nativeNameOf } from '@gatehouse/contract/languages.ts';
import { isSupportedLanguage } from '@gatehouse/phrases/languages.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { SearchInput } from '@gatehouse/ui/search-input.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { SplitView } from '@gatehouse/ui/split-view.tsx';
import { Switch } from '@gatehouse/ui/switch.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { useEditForm } from '../../templates/edit-form.tsx';
import { type Form, FormField } from '../../templates/form-field.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { countMissing, fillIn, flatten, keepWorded, useBuiltInPhrases, variablesOf } from './phrases.ts';
import { SignInPreview } from './preview.tsx';

const phraseFields = z.object({ phrases: translation as z.ZodType<Translation, Translation> });

/** The tenant's own words in one language; what is left empty is ours. */
export const PhraseEditor = ({ language }: { language: string }) => {
  const builtIn = useBuiltInPhrases(language);
  const { data, failure } = useReadOrFailure(customPhrases.list, {});
  if (failure) return failure;
  if (!builtIn || !data) return <DelayedLoading />;
  const own = data.find(({ languageTag }) => languageTag === language)?.translation ?? {};
  return <Editor language={language} builtIn={builtIn} own={own} />;
};

type EditorProps = { language: string; builtIn: Translation; own: Translation };

const Editor = ({ language, builtIn, own }: EditorProps) => {
  const t = useT();
  const replace = useWrite(customPhrases.replace);
  const form = useEditForm({
    schema: phraseFields,
    values: { phrases: fillIn(builtIn, own) },
    savedMessage: t('sign_in_experience.languages.saved'),
    save: ({ phrases: typed }) =>
      replace.mutateAsync({ params: { languageTag: language }, body: keepWorded(typed) }),
  });
  const phrases = form.watch('phrases') as Translation;
  const missing = isSupportedLanguage(language) ? 0 : countMissing(builtIn, phrases);
  return (
    <SplitView aside={<SignInPreview language={language} phrases={keepWorded(phrases)} />}>
      <Row justify="between">
        <Text size="large" isStrong>
          {nativeNameOf(language as LanguageTag)}
        </Text>
        <Button variant="quiet" icon={<ArrowLeft />} href={paths.signInExperience('content')}>
          {t('sign_in_experience.languages.back')}
        </Button>
      </Row>
      {missing > 0 && (
        <Callout tone="warning">{t('sign_in_experience.languages.missing_text', { count: missing })}</Callout>
      )}
      <PhraseList form={form} builtIn={builtIn} own={own} />
      {form.bar}
    </SplitView>
  );
};

type PhraseListProps = Pick<EditorProps, 'builtIn' | 'own'> & { form: Form<z.infer<typeof phraseFields>> };

/** Phrases of a group or those that a search finds, each with its field. */
const PhraseList = ({ form, builtIn, own }: PhraseListProps) => {
  const t = useT();
  const [group, setGroup] = useState(Object.keys(builtIn)[0] ?? '');
  const [search, setSearch] = useState('');
  const [isMissingOnly, setIsMissingOnly] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const worded = new Map(flatten(own).map(({ key, text }) => [key, text]));
  const words = search.trim().toLowerCase();
  const shown = flatten(builtIn).filter(
    ({ key, text }) =>
      (words ? `${key} ${text}`.toLowerCase().includes(words) : key.split('.')[0] === group) &&
      !(isMissingOnly && worded.get(key)),
  );
  return (
    <Card>
      <Stack>
        <Row>
          <Select
            label={t('sign_in_experience.languages.group')}
            value={group}
            onChange={setGroup}
            options={Object.keys(builtIn).map(value => ({ value, label: value }))}
          />
          <SearchInput
            value={search}
            onChange={next => {
              setSearch(next);
              setShowsAll(false);
            }}
            hasShortcut
            placeholder={t('sign_in_experience.languages.search')}
          />
          <Switch
            value={isMissingOnly}
            onChange={setIsMissingOnly}
            label={t('sign_in_experience.languages.missing_only')}
          />
        </Row>
        {shown.length === 0 && <Text tone="soft">{t('general.no_match')}</Text>}
        {(showsAll ? shown : shown.slice(0, firstShown)).map(({ key, text }) => (
          <FormField
            key={key}
            form={form}
            name={`phrases.${key}` as 'phrases'}
            label={key}
            placeholder={text}
            help={<PhraseHelp text={text} />}
          />
        ))}
        {!showsAll && shown.length > firstShown && (
          <Row justify="between">
            <Text tone="soft">
              {t('sign_in_experience.languages.some_shown', { shown: firstShown, total: shown.length })}
            </Text>
            <Button onClick={() => setShowsAll(true)}>{t('sign_in_experience.languages.show_all')}</Button>
          </Row>
        )}
      </Stack>
    </Card>
  );
};

/** So that typing in the search stays quick. */
const firstShown = 60;

const PhraseHelp = ({ text }: { text: string }) => {
  const t = useT();
  const names = variablesOf(text);
  return names.length > 0 && t('sign_in_experience.languages.variables', { names });
};
