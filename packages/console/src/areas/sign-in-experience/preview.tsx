import type { Translation } from '@gatehouse/contract/custom-phrases.ts';
import { customPhrases } from '@gatehouse/contract/custom-phrases.ts';
import type { createProfileField } from '@gatehouse/contract/custom-profile-fields.ts';
import type { ExperiencePage, PreviewMessage } from '@gatehouse/contract/experience-page.ts';
import { type LanguageTag, nativeNameOf } from '@gatehouse/contract/languages.ts';
import {
  type SignInExperience,
  signInExperience,
  signInExperienceRows,
} from '@gatehouse/contract/sign-in-experience.ts';
import { languages } from '@gatehouse/phrases/languages.ts';
import { Row } from '@gatehouse/ui/layout.tsx';
import { PreviewFrame } from '@gatehouse/ui/preview-frame.tsx';
import { Segmented } from '@gatehouse/ui/segmented.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { Monitor, Moon, Smartphone, Sun } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { useRead } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { usePreviewFrame } from '../../templates/use-preview-frame.ts';

const screens = { desktop: { width: 800, height: 720 }, mobile: { width: 390, height: 760 } };
const pages = ['sign-in', 'register', 'reset-password', 'continue/profile', 'mfa-binding'] as const;
type PageName = (typeof pages)[number];

type PreviewProps = {
  unsaved?: Partial<SignInExperience>;
  /** The first page to show. */
  page?: PageName;
  language: string;
  phrases?: Translation;
  profileField?: z.infer<typeof createProfileField>;
};

/** Leaves out settings that are not valid yet because they are still being typed. */
const wholeOnly = (unsaved: Partial<SignInExperience>) =>
  Object.fromEntries(
    Object.entries(unsaved).filter(
      ([name, value]) => signInExperience.shape[name as keyof SignInExperience].safeParse(value).success,
    ),
  );

/** The real sign-in pages with what is typed beside them, before it is saved. */
export const SignInPreview = ({
  unsaved = {},
  page = 'sign-in',
  phrases,
  profileField,
  ...props
}: PreviewProps) => {
  const t = useT();
  const [screen, setScreen] = useState<ScreenName>('desktop');
  const [appearance, setAppearance] = useState<Appearance>('light');
  const [language, setLanguage] = useState(props.language);
  const [shownPage, setShownPage] = useState<PageName>(page);
  const { data: own = [] } = useRead(customPhrases.list, {}, { hideErrors: true });
  const body = useSettled({ signInExperience: wholeOnly(unsaved), language, phrases, profileField });
  const { data } = useRead(signInExperienceRows.preview, { body }, { keepPrevious: true, hideErrors: true });

  const frame = usePreviewFrame(data as unknown as ExperiencePage | undefined, shownPage, appearance);
  const tags = [...new Set([...languages, ...own.map(({ languageTag }) => languageTag), props.language])];
  return (
    <PreviewFrame
      ref={frame}
      title={t('sign_in_experience.preview.title')}
      src="/sign-in-preview/sign-in"
      {...screens[screen]}
      controls={
        <>
          <Select
            label={t('sign_in_experience.preview.page')}
            isLabelHidden
            value={shownPage}
            onChange={setShownPage}
            options={pages.map(value => ({ value, label: t(`sign_in_experience.preview.pages.${value}`) }))}
          />
          <Select
            label={t('sign_in_experience.preview.language')}
            isLabelHidden
            value={language}
            onChange={setLanguage}
            options={tags.map(value => ({ value, label: nativeNameOf(value as LanguageTag) }))}
          />
          <Row gap={2}>
            <ScreenSwitch value={screen} onChange={setScreen} />
            <AppearanceSwitch value={appearance} onChange={setAppearance} />
          </Row>
        </>
      }
    />
  );
};

type Appearance = PreviewMessage['appearance'];
type ScreenName = keyof typeof screens;
type SwitchProps<Value> = { value: Value; onChange: (value: Value) => void };

const ScreenSwitch = ({ value, onChange }: SwitchProps<ScreenName>) => {
  const t = useT();
  return (
    <Segmented
      label={t('sign_in_experience.preview.screen')}
      value={value}
      onChange={onChange}
      options={[
        {
          value: 'desktop',
          label: t('sign_in_experience.preview.desktop'),
          icon: <Monitor aria-hidden />,
        },
        {
          value: 'mobile',
          label: t('sign_in_experience.preview.mobile'),
          icon: <Smartphone aria-hidden />,
        },
      ]}
    />
  );
};

const AppearanceSwitch = ({ value, onChange }: SwitchProps<Appearance>) => {
  const t = useT();
  return (
    <Segmented
      label={t('sign_in_experience.preview.appearance')}
      value={value}
      onChange={onChange}
      options={[
        { value: 'light', label: t('sign_in_experience.preview.light'), icon: <Sun aria-hidden /> },
        { value: 'dark', label: t('sign_in_experience.preview.dark'), icon: <Moon aria-hidden /> },
      ]}
    />
  );
};

const settleMs = 150;

/** A value once it has stopped changing for a moment; the same one as long as it says the same. */
const useSettled = <Value,>(value: Value) => {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.parse(settled) as Value;
};
