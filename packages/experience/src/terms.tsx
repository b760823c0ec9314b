import type { InteractionEvent } from '@gatehouse/contract/experience.ts';
import { termsOf } from '@gatehouse/contract/terms.ts';
import { Checkbox } from '@gatehouse/ui/checkbox.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useState } from 'react';
import { data, t } from './data.ts';

/** Whether the user has agreed to the terms, if the tenant requires that first. */
export const useTerms = (event: InteractionEvent) => {
  const isAsked = termsOf(data.signInExperience, event) === 'agree';
  const [isAgreed, setIsAgreed] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  return {
    isAsked,
    isAgreed,
    isMissing,
    agree: (value: boolean) => {
      setIsAgreed(value);
      setIsMissing(false);
    },
    /** False: the box is not ticked, and now says so. */
    check: () => {
      setIsMissing(isAsked && !isAgreed);
      return !isAsked || isAgreed;
    },
  };
};

export const TermsBox = ({ state }: { state: ReturnType<typeof useTerms> }) =>
  state.isAsked ? (
    <div>
      <Checkbox
        value={state.isAgreed}
        onChange={state.agree}
        aria-invalid={state.isMissing || undefined}
        label={<TermsSentence kind="agree" />}
      />
      {state.isMissing && (
        <div role="alert">
          <Text tone="danger" size="small">
            {t('terms.required')}
          </Text>
        </div>
      )}
    </div>
  ) : null;

/** The terms that continuing accepts, where no checkbox is shown. */
export const Terms = ({ event }: { event: InteractionEvent }) =>
  termsOf(data.signInExperience, event) === 'shown' ? (
    <p>
      <TermsSentence kind="automatic" />
    </p>
  ) : null;

/** The sentence keeps its order in every language; the links take the places of their names. */
const TermsSentence = ({ kind }: { kind: 'automatic' | 'agree' }) => {
  const { termsOfUseUrl, privacyPolicyUrl } = data.signInExperience;
  const documents = [
    termsOfUseUrl && { href: termsOfUseUrl, label: t('terms.terms_of_use') },
    privacyPolicyUrl && { href: privacyPolicyUrl, label: t('terms.privacy_policy') },
  ].filter(document => !!document);
  const [first, second] = documents;
  const sentence = second
    ? t(`terms.${kind}`, { terms: '[0]', privacy: '[1]' })
    : t(`terms.${kind}_single`, { document: '[0]' });
  const links: Readonly<Record<string, typeof first>> = { '[0]': first, '[1]': second };
  return sentence.split(/(\[\d\])/).map(part => {
    const link = links[part];
    return link ? (
      <TextLink key={part} href={link.href} target="_blank">
        {link.label}
      </TextLink>
    ) : (
      part
    );
  });
};
