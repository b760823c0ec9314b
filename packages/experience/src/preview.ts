import type {
  ExperiencePage,
  PreviewAnswer,
  PreviewMessage,
  PreviewPart,
  PreviewSettings,
} from '@gatehouse/contract/experience-page.ts';
import { replaceData } from './data.ts';
import { go, readPath } from './location.ts';
import { markPart, partOf } from './preview-parts.ts';
import { advance, type CodeIdentifier } from './progress.ts';
import { applyTheme } from './theme.ts';

const isPreviewMessage = (message: unknown): message is PreviewMessage =>
  typeof message === 'object' &&
  message !== null &&
  'type' in message &&
  (message.type === 'preview' || message.type === 'preview-mark');

const tell = (answer: PreviewAnswer) => window.parent.postMessage(answer, window.location.origin);

/** Applies the settings that the console around this frame posts, and no other messages. Nothing else is ever sent. */
export const followConsole = (render: () => void) => {
  // The keyboard belongs to the form beside the preview.
  HTMLElement.prototype.focus = () => undefined;
  let shownPath: string | undefined;
  let part: PreviewPart | undefined;
  const show = async ({ page, path, appearance }: PreviewSettings) => {
    replaceData({ ...page, appearance, isPreview: true, consent: sampleConsent });
    document.adoptedStyleSheets = [];
    await applyTheme();
    advance(sampleProgress(page));
    if (path !== shownPath) go(path, { replaces: true });
    shownPath = path;
    render();
  };
  window.addEventListener('message', ({ origin, source, data: message }) => {
    if (origin !== window.location.origin || source !== window.parent || !isPreviewMessage(message)) return;
    if (message.type === 'preview') return void show(message);
    part = message.part;
    markPart(part);
  });
  document.addEventListener(
    'click',
    event => {
      if (!(event.target instanceof Element)) return;
      // Legal documents and the support of the tenant are no pages of the flow.
      if (event.target.closest('a[target=_blank], a[href^="mailto:"]')) event.preventDefault();
      const clicked = partOf(event.target);
      if (clicked) tell({ type: 'preview-part', part: clicked });
    },
    { capture: true },
  );
  // Links in the page lead to other pages of the flow, and drawing again replaces elements.
  new MutationObserver(() => {
    markPart(part);
    const path = readPath();
    if (shownPath === undefined || path === shownPath) return;
    shownPath = path;
    tell({ type: 'preview-page', path });
  }).observe(document.body, { subtree: true, childList: true });
  tell({ type: 'preview-ready' });
};

/** Each page of the flow needs something of the steps before it. */
const sampleProgress = (page: ExperiencePage) => ({
  event: 'Register' as const,
  isIdentified: true,
  code: { identifier: sampleIdentifier(page), verificationId: '', sentAt: Date.now(), isVerified: false },
  pending: {
    code: 'user.missing_mfa',
    // Backup codes come after another factor.
    data: { availableFactors: page.signInExperience.mfa.factors.filter(factor => factor !== 'BackupCode') },
  },
});

/** Codes go to email addresses, unless users sign in with their phone number alone. */
const sampleIdentifier = ({ firstSteps }: ExperiencePage): CodeIdentifier => {
  const kinds = (firstSteps?.SignIn ?? firstSteps?.Register)?.identifiers.map(({ identifier }) => identifier);
  const isPhone = kinds?.includes('phone') && !kinds.includes('email');
  return isPhone ? { type: 'phone', value: '+12025550123' } : { type: 'email', value: 'ada@example.com' };
};

const sampleConsent: ExperiencePage['consent'] = {
  application: { id: 'example', name: 'Example' },
  user: {
    id: 'ada',
    name: null,
    avatar: null,
    username: 'ada',
    primaryEmail: 'ada@example.com',
    primaryPhone: null,
  },
  missingOIDCScope: ['profile', 'email'],
  redirectUri: 'https://example.com/callback',
};
