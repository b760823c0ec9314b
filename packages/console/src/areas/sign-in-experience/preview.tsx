import type { Translation } from '@gatehouse/contract/custom-phrases.ts';
import { customPhrases } from '@gatehouse/contract/custom-phrases.ts';
import type { createProfileField } from '@gatehouse/contract/custom-profile-fields.ts';
import type { ExperiencePage, PreviewSettings } from '@gatehouse/contract/experience-page.ts';
import { type LanguageTag, nativeNameOf } from '@gatehouse/contract/languages.ts';
import { type SignInExperience, signInExperience } from '@gatehouse/contract/sign-in-experience.ts';
import { languages } from '@gatehouse/phrases/languages.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { FlowStrip } from '@gatehouse/ui/flow-strip.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { PreviewFrame } from '@gatehouse/ui/preview-frame.tsx';
import { Segmented } from '@gatehouse/ui/segmented.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { ExternalLink, Monitor, Moon, Smartphone, Sun } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { useRead } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { tenantEndpoint } from '../../session/tenant.ts';
import { previewAddress } from '../../templates/page-preview.tsx';
import { usePreview } from '../../templates/use-preview.ts';

const screens = { desktop: 800, mobile: 390 };
type PageName = 'sign-in' | 'register' | 'sign-in/code' | 'mfa-binding' | 'continue/profile' | 'consent';

/** The pages that users pass with these settings, in their order. Consent belongs to each third-party application. */
const flowOf = ({ firstSteps, signInExperience: { mfa, customProfileFields } }: ExperiencePage) => {
  const ways = [...(firstSteps?.SignIn?.identifiers ?? []), ...(firstSteps?.Register?.identifiers ?? [])];
  const isShown: Record<PageName, boolean> = {
    'sign-in': firstSteps?.SignIn !== undefined,
    register: firstSteps?.Register !== undefined,
    'sign-in/code': ways.some(
      ({ identifier, proofs }) => identifier !== 'username' && proofs.some(proof => proof !== 'Password'),
    ),
    'mfa-binding': mfa.factors.length > 0,
    'continue/profile': customProfileFields.length > 0,
    consent: true,
  };
  return (Object.keys(isShown) as PageName[]).filter(name => isShown[name]);
};

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
  const [shownPage, setShownPage] = useState<string>(page);
  const { data: own = [] } = useRead(customPhrases.list, {}, { hideErrors: true });
  const body = useSettled({ signInExperience: wholeOnly(unsaved), language, phrases, profileField });
  const { frame, shown } = usePreview({ body, page: shownPage, appearance, onPage: setShownPage });
  const tags = [...new Set([...languages, ...own.map(({ languageTag }) => languageTag), props.language])];
  return (
    <PreviewFrame
      ref={frame}
      title={t('sign_in_experience.preview.title')}
      src={previewAddress}
      width={screens[screen]}
      controls={
        <>
          <FlowStrip
            label={t('sign_in_experience.preview.page')}
            value={shownPage}
            onChange={setShownPage}
            steps={(shown ? flowOf(shown) : []).map(value => ({
              value,
              label: t(`sign_in_experience.preview.pages.${value}`),
            }))}
          />
          <Row justify="between" gap={2}>
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
              <Button
                size="small"
                icon={<ExternalLink />}
                href={`${tenantEndpoint()}/demo-app`}
                target="_blank"
              >
                {t('sign_in_experience.preview.open_live')}
              </Button>
            </Row>
          </Row>
        </>
      }
    />
  );
};

type Appearance = PreviewSettings['appearance'];
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
