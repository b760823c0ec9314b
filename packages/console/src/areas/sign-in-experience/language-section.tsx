import { type CustomPhrase, customPhrases } from '@gatehouse/contract/custom-phrases.ts';
import { type LanguageTag, languageTags, nativeNameOf } from '@gatehouse/contract/languages.ts';
import { isSupportedLanguage, languages } from '@gatehouse/phrases/languages.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { IconButton } from '@gatehouse/ui/icon-button.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { type Setting, SettingList } from '@gatehouse/ui/setting-list.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Trash2 } from 'lucide-react';
import type { Control, FieldValues } from 'react-hook-form';
import { useRead } from '../../api.ts';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { useAbilities } from '../../session/abilities.ts';
import { FormField, FormSwitch } from '../../templates/form-field.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { countMissing, countOwn, useBuiltInPhrases } from './phrases.ts';

type LanguageValues = FieldValues & { languageInfo: { autoDetect: boolean; fallbackLanguage: LanguageTag } };

/** The languages that the pages speak, and the words that are the tenant's own. */
export const LanguageSection = (props: { form: { control: unknown; labels?: Map<string, string> } }) => {
  const t = useT();
  const goTo = useGoTo();
  const { mayDo } = useAbilities();
  const form = { control: props.form.control as Control<LanguageValues>, labels: props.form.labels };
  const { data: own = [] } = useRead(customPhrases.list, {});
  const tags = [...new Set<LanguageTag>([...languages, ...own.map(({ languageTag }) => languageTag)])];
  const settingOf = useLanguageSetting(own);
  return (
    <FormSection
      title={t('sign_in_experience.languages.title')}
      help={t('sign_in_experience.languages.help')}
    >
      <FormField
        form={form}
        name="languageInfo.fallbackLanguage"
        label={t('sign_in_experience.languages.default')}
      >
        {field => (
          <Select
            {...field}
            options={tags.map(value => ({ value, label: nativeNameOf(value as LanguageTag) }))}
          />
        )}
      </FormField>
      <FormSwitch
        form={form}
        name="languageInfo.autoDetect"
        label={t('sign_in_experience.languages.detect')}
        help={t('sign_in_experience.languages.detect_help')}
      />
      <SettingList settings={tags.map(settingOf)} />
      <Select
        label={t('sign_in_experience.languages.add')}
        value={null}
        disabled={!mayDo(customPhrases.replace)}
        onChange={tag => goTo(paths.signInPhrases(tag))}
        options={languageTags
          .filter(tag => !tags.includes(tag))
          .map(tag => ({ value: tag, label: nativeNameOf(tag), detail: tag }))}
      />
    </FormSection>
  );
};

/** A language with how much of it is custom text, and what can be done with it. */
const useLanguageSetting = (own: readonly CustomPhrase[]) => {
  const t = useT();
  const builtIn = useBuiltInPhrases('en');
  const deletion = useDelete({
    row: customPhrases.delete,
    params: ({ tag }: { tag: string; name: string }) => ({ languageTag: tag }),
    words: 'sign_in_experience.languages',
  });
  return (tag: string): Setting => {
    const name = nativeNameOf(tag as LanguageTag);
    const translation = own.find(({ languageTag }) => languageTag === tag)?.translation;
    const missing = builtIn && !isSupportedLanguage(tag) ? countMissing(builtIn, translation ?? {}) : 0;
    return {
      key: tag,
      label: name,
      value: (
        <Row gap={2}>
          {translation
            ? t('sign_in_experience.languages.own', { count: countOwn(translation) })
            : t('sign_in_experience.languages.built_in')}
          {missing > 0 && (
            <Tag tone="warning">{t('sign_in_experience.languages.missing', { count: missing })}</Tag>
          )}
        </Row>
      ),
      action: (
        <Row gap={2}>
          <Button
            size="small"
            aria-label={t('sign_in_experience.languages.edit_named', { name })}
            href={paths.signInPhrases(tag)}
          >
            {t('sign_in_experience.languages.edit')}
          </Button>
          {translation && (
            <IconButton
              size="small"
              icon={<Trash2 />}
              label={t('sign_in_experience.languages.delete_named', { name })}
              onClick={() => void deletion.start({ tag, name })}
            />
          )}
        </Row>
      ),
    };
  };
};
