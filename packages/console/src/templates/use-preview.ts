import type {
  ExperiencePage,
  PreviewAnswer,
  PreviewMessage,
  PreviewSettings,
} from '@gatehouse/contract/experience-page.ts';
import { signInExperienceRows } from '@gatehouse/contract/sign-in-experience.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useRead } from '../api.ts';
import type { Input } from '../request.ts';

type Preview = {
  /** Settings that are not saved. */
  body: NonNullable<Input<typeof signInExperienceRows.preview>['body']>;
  page: string;
  appearance?: PreviewSettings['appearance'];
  /** A link in the preview led to another page. */
  onPage?: (page: string) => void;
};

/** A frame with the sign-in pages, which get the settings to show, now and when they report that they are ready. */
export const usePreview = ({ body, page, appearance = 'light', onPage }: Preview) => {
  const { data } = useRead(signInExperienceRows.preview, { body }, { keepPrevious: true, hideErrors: true });
  const shown = data as unknown as ExperiencePage | undefined;
  const frame = useRef<HTMLIFrameElement>(null);
  const leave = useEffectEvent((path: string) => onPage?.(path.slice(1)));
  useEffect(() => {
    const { origin } = window.location;
    const send = (message: PreviewMessage) => frame.current?.contentWindow?.postMessage(message, origin);
    const tell = () => shown && send({ type: 'preview', page: shown, path: `/${page}`, appearance });
    const answer = (event: MessageEvent) => {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return;
      const message: PreviewAnswer = event.data;
      if (message?.type === 'preview-ready') tell();
      if (message?.type === 'preview-page') leave(message.path);
      if (message?.type === 'preview-part') focusSettingOf(message.part);
    };
    const mark = ({ target }: FocusEvent) => {
      const setting = target instanceof Element ? target.closest<HTMLElement>('[data-preview-part]') : null;
      send({ type: 'preview-mark', part: setting?.dataset.previewPart } as PreviewMessage);
    };
    tell();
    window.addEventListener('message', answer);
    document.addEventListener('focusin', mark);
    return () => {
      window.removeEventListener('message', answer);
      document.removeEventListener('focusin', mark);
    };
  }, [shown, page, appearance]);
  return { frame, shown };
};

const controls = 'input:not([type=hidden], :disabled), button:not(:disabled), select, textarea, [tabindex]';

/** Brings the first control of the setting into sight, with the focus on it. */
const focusSettingOf = (part: string) => {
  const setting = document.querySelector(`[data-preview-part="${CSS.escape(part)}"]`);
  const control = [...(setting?.querySelectorAll<HTMLElement>(controls) ?? [])].find(each =>
    each.checkVisibility(),
  );
  control?.focus({ preventScroll: true });
  control?.scrollIntoView({ block: 'center', behavior: 'smooth' });
};
