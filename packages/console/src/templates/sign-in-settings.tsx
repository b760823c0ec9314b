import type { EntityKind } from '@gatehouse/contract/entities.ts';
import { type SignInExperience, signInExperienceRows } from '@gatehouse/contract/sign-in-experience.ts';
import { Page, PageHeader, PageTabs } from '@gatehouse/ui/page-header.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { Outlet, useLocation } from '@tanstack/react-router';
import { createContext, type ReactNode, use } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { useWrite } from '../api.ts';
import { HistoryButton } from '../history/history.tsx';
import { useT, useWords, type Words } from '../phrases.tsx';
import { TravelAction } from '../time-travel/form-travel.tsx';
import { TravelContext, useTravel } from '../time-travel/travel-state.ts';
import { useMayLeave } from './may-leave.ts';
import { useReadOrFailure } from './read-or-failure.tsx';
import { useTravellingForm } from './travelling-form.ts';

const ExperienceContext = createContext<SignInExperience | undefined>(undefined);

/** The settings that the page around a tab is about. */
export const useSignInExperience = () => {
  const experience = use(ExperienceContext);
  if (!experience) throw new Error('SignInSettings is missing.');
  return experience;
};

type SignInSettingsProps<Tab extends string> = {
  words: Words<'title' | 'subtitle'>;
  tabs?: readonly { tab: Tab; label: string; href: string }[];
  /** Other data that its tabs save. */
  alsoChanges?: readonly EntityKind[];
  /** Replaces the content of the tabs. */
  children?: ReactNode;
};

/** A page about how people sign in: all of them show and change parts of the same settings. */
export const SignInSettings = <Tab extends string>({
  words,
  tabs,
  alsoChanges = [],
  children,
}: SignInSettingsProps<Tab>) => {
  const say = useWords(words);
  const { pathname } = useLocation();
  const { data, failure } = useReadOrFailure(signInExperienceRows.read, {});
  const travel = useTravel({ kind: 'sign-in-experience' });
  const mayLeave = useMayLeave();
  return (
    <Page>
      <PageHeader
        title={say('title')}
        description={say('subtitle')}
        actions={
          <>
            <TravelAction travel={travel} mayLeave={mayLeave} />
            <HistoryButton kinds={['sign-in-experience', ...alsoChanges]} />
          </>
        }
      />
      {tabs && (
        <PageTabs
          label={say('title')}
          tabs={tabs.map(({ tab, label, href }) => ({
            href,
            label,
            isCurrent: pathname.split('/').includes(tab),
          }))}
        />
      )}
      {failure ?? (!data && <DelayedLoading />)}
      {data && (
        <TravelContext value={travel}>
          <ExperienceContext value={data}>{children ?? <Outlet />}</ExperienceContext>
        </TravelContext>
      )}
    </Page>
  );
};

type SignInFormOptions<Values extends FieldValues> = {
  schema: z.ZodType<Values, Values>;
  read: (experience: SignInExperience) => Values;
  /** The settings to save. The preview shows them before they are saved. */
  write: (values: Values) => Partial<SignInExperience>;
  /** Saves other data with it. */
  saveMore?: (values: Values) => Promise<unknown>;
};

/** A form over a part of the settings. */
export const useSignInForm = <Values extends FieldValues>(options: SignInFormOptions<Values>) => {
  const { schema, read, write, saveMore } = options;
  const t = useT();
  const experience = useSignInExperience();
  const update = useWrite(signInExperienceRows.update);
  const saved: Record<string, unknown> = write(read(experience));
  const form = useTravellingForm({
    schema,
    now: experience,
    read,
    hasOthers: saveMore !== undefined,
    savedMessage: t('sign_in_settings.saved'),
    save: async values => {
      const changed = Object.entries(write(values)).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name]),
      );
      // Unchanged settings are not sent, because they may exceed what the plan lets users set.
      if (changed.length > 0) await update.mutateAsync({ body: Object.fromEntries(changed) });
      await saveMore?.(values);
    },
  });
  return { ...form, unsaved: { ...form.differences, ...write(form.watch()) } };
};
