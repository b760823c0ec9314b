import type { Translation } from '@gatehouse/contract/custom-phrases.ts';
import type { ProfileField } from '@gatehouse/contract/custom-profile-fields.ts';
import type { ExperiencePage } from '@gatehouse/contract/experience-page.ts';
import type { SignInExperience } from '@gatehouse/contract/sign-in-experience.ts';
import { loadPhrases } from '@gatehouse/phrases/load.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { loadPagePhrases } from './page-phrases.ts';
import { describeSocialConnector, loadPublicExperience } from './public-experience.ts';
import { loadSignInConfiguration } from './sign-in/load.ts';
import { describeFirstSteps } from './sign-in-decision.ts';

type ShownConnector = ExperiencePage['signInExperience']['socialConnectors'][number];

export type Unsaved = {
  signInExperience: Partial<SignInExperience>;
  language: string;
  phrases?: Translation;
  profileField?: Partial<ProfileField> & { name: string };
  socialConnector?: { connectorId: string; metadata?: Partial<ShownConnector> };
};

/** A preview of the sign-in page with unsaved settings. It belongs to no sign-in. */
export const describePreview = async (
  db: Kysely<Tables>,
  tenantId: string,
  { signInExperience, language, phrases, profileField, socialConnector }: Unsaved,
): Promise<ExperiencePage> => {
  const experience = await loadPublicExperience(db, {}, signInExperience);
  const configuration = { ...(await loadSignInConfiguration(db)), ...signInExperience };
  return {
    tenantId,
    language,
    phrases: await loadPagePhrases(db, language, phrases),
    kitPhrases: await loadPhrases(language, 'kit'),
    signInExperience: {
      ...experience,
      socialConnectors: withConnector(experience.socialConnectors, socialConnector),
      customProfileFields: withField(experience.customProfileFields, profileField),
    },
    hasInteraction: true,
    isPreview: true,
    firstSteps: describeFirstSteps(configuration),
  };
};

const withField = (fields: ProfileField[], unsaved: Unsaved['profileField']) => {
  if (!unsaved) return fields;
  const isKnown = fields.some(({ name }) => name === unsaved.name);
  const changed = fields.map(field => (field.name === unsaved.name ? { ...field, ...unsaved } : field));
  return isKnown ? changed : [...fields, unsaved as ProfileField];
};

const withConnector = (shown: ShownConnector[], unsaved: Unsaved['socialConnector']): ShownConnector[] => {
  const added = unsaved && describeSocialConnector({ id: 'unsaved', metadata: {}, ...unsaved });
  if (!added || shown.some(({ target }) => target === added.target)) return shown;
  return [...shown, added];
};
