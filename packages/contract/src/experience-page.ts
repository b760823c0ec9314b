import type { AccountCenter } from './account-center.ts';
import type { CaptchaConfig } from './captcha.ts';
import type { ProfileField } from './custom-profile-fields.ts';
import type { DraftPreviewEnd } from './draft-previews.ts';
import type { Consent, FirstStep, Interaction, InteractionEvent } from './experience.ts';
import type { SignInParameters } from './sign-in-parameters.ts';
import type { GoogleOneTap, Phrases, PublicSignInExperience } from './well-known.ts';

/**
 * Data the server inlines into every page of the sign-in experience, as JSON in `<script type="application/json"
 * id="gatehouse-data">`, so that the first screen needs no request. The path selects the page and shows the progress
 * of the flow.
 */
export type ExperiencePage = {
  tenantId: string;
  /** The supported language nearest to what the visitor, the request and the tenant want. */
  language: string;
  phrases: Phrases;
  /** The words of the kit that the pages are built with. */
  kitPhrases: Phrases;
  /** Words that only the account center or the demo application speaks. */
  ownPhrases?: Phrases;
  /** The script of the CAPTCHA provider, if the tenant requires a CAPTCHA. */
  captcha?: Pick<CaptchaConfig, 'type' | 'siteKey'> & { mode?: 'invisible' | 'checkbox'; url: string };
  /** The script of Google One Tap, if it is enabled. */
  oneTap?: GoogleOneTap & { url: string; nonce: string };
  /** On the pages of the account center: what it opens. */
  accountCenter?: AccountCenter;
  /** The profile fields that it lists. */
  accountFields?: ProfileField[];
  signInExperience: PublicSignInExperience;
  /** The countries that text messages are sent to, where the tenant has chosen some. */
  smsCountries?: string[];
  /** The application that asks, when the page belongs to an interaction. */
  application?: {
    id: string;
    name: string;
    displayName?: string | null;
    branding?: { logoUrl?: string; darkLogoUrl?: string };
    isThirdParty: boolean;
    termsOfUseUrl?: string | null;
    privacyPolicyUrl?: string | null;
  };
  /** False: the page was opened without an interaction, or after it ended. */
  hasInteraction: boolean;
  /** Keeps text typed in one sign-in from being offered in the next. */
  interactionId?: string;
  /** Sign-in parameters from the authorization request. */
  parameters?: SignInParameters;
  /** The first step of each event that the tenant allows. */
  firstSteps?: Partial<Record<InteractionEvent, FirstStep>>;
  /** The progress of the interaction, once it has started. */
  interaction?: Interaction;
  /** On the account chooser: the users who are already signed in. */
  signedInAs?: { name: string; avatar: string | null; identifier?: string };
  /** On the consent page: what is asked for. */
  consent?: Consent;
  /** A question of the provider, answered by a form that the browser sends: sign out, or sign in to a device. */
  form?: ProviderForm;
  /** In the console's preview: what is shown comes from the console, and nothing is sent. */
  isPreview?: boolean;
  /**
   * On the preview pages of a draft: its name. Without a name, the preview is not available to the visitor. With `end`, it
   * has come to where the live pages would save something or leave. `isLink` opens a link, and `isPage` stands in place of the
   * sign-in pages.
   */
  draftPreview?: {
    name?: string;
    end?: DraftPreviewEnd;
    isRefused?: boolean;
    isLink?: boolean;
    isPage?: boolean;
  };
  /** The theme of the preview. Otherwise the system theme applies. */
  appearance?: 'light' | 'dark';
  /** On the error page: what went wrong. */
  error?: {
    code: string;
    message: string;
    requestId?: string;
    /** The sign-in in the audit log. */
    signInId?: string;
    /** The site of the application that sent the user here. */
    returnTo?: string;
  };
};

/** Elements of the pages that settings are about. */
export type PreviewPart =
  | 'logo'
  | 'submit'
  | 'identifier'
  | 'sign-up'
  | 'reset'
  | 'passkey'
  | 'social'
  | 'enterprise'
  | 'terms'
  | 'privacy'
  | 'support';

export type PreviewSettings = {
  type: 'preview';
  page: ExperiencePage;
  /** The page to show; the one before stays open while it is the same. */
  path: string;
  appearance: 'light' | 'dark';
};

/** Sent by the console to the preview of the sign-in pages in its frame. */
export type PreviewMessage =
  | PreviewSettings
  /** Marks the element of the setting that has the focus; nothing: marks none. */
  | { type: 'preview-mark'; part?: PreviewPart };

/** Sent by the preview: it can show settings, its page was left by a link, or an element was clicked. */
export type PreviewAnswer =
  | { type: 'preview-ready' }
  | { type: 'preview-page'; path: string }
  | { type: 'preview-part'; part: PreviewPart };

export type ProviderForm =
  | { kind: 'sign_out'; action: string; fields: Record<string, string> }
  | {
      kind: 'device_code';
      action: string;
      fields: Record<string, string>;
      userCode?: string;
      problem?: 'code' | 'aborted' | 'unknown';
    }
  | {
      kind: 'device_confirm';
      action: string;
      fields: Record<string, string>;
      userCode: string;
      application: string;
    }
  | { kind: 'device_done'; application: string };
