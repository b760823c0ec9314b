import type { PreviewMessage } from '@gatehouse/contract/experience-page.ts';
import { replaceData } from './data.ts';
import { go } from './location.ts';
import { advance } from './progress.ts';
import { applyTheme } from './theme.ts';

const isPreviewMessage = (message: unknown): message is PreviewMessage =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'preview';

/** Applies the settings that the console around this frame posts, and no other messages. Nothing is ever sent. */
export const followConsole = (render: () => void) => {
  // The keyboard belongs to the form beside the preview.
  HTMLElement.prototype.focus = () => undefined;
  let shownPath: string | undefined;
  const show = async ({ page, path, appearance }: PreviewMessage) => {
    replaceData({ ...page, appearance, isPreview: true });
    document.adoptedStyleSheets = [];
    await applyTheme();
    const { factors } = page.signInExperience.mfa;
    advance({
      event: 'Register',
      isIdentified: true,
      pending: { code: 'user.missing_mfa', data: { availableFactors: factors } },
    });
    if (path !== shownPath) go(path, { replaces: true });
    shownPath = path;
    render();
  };
  window.addEventListener('message', ({ origin, source, data: message }) => {
    if (origin !== window.location.origin || source !== window.parent) return;
    if (isPreviewMessage(message)) void show(message);
  });
  window.parent.postMessage({ type: 'preview-ready' }, window.location.origin);
};
