import type { ExperiencePage, PreviewMessage } from '@gatehouse/contract/experience-page.ts';
import { useEffect, useRef } from 'react';

/** A frame whose page gets what to show, now and when it reports that it is ready. */
export const usePreviewFrame = (
  data: ExperiencePage | undefined,
  shownPage: string,
  appearance: PreviewMessage['appearance'],
) => {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const { origin } = window.location;
    const tell = () => {
      const message = {
        type: 'preview',
        page: data,
        path: `/${shownPage}`,
        appearance,
      };
      if (data) frame.current?.contentWindow?.postMessage(message, origin);
    };
    const answer = (event: MessageEvent) => {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return;
      if (event.data?.type === 'preview-ready') tell();
    };
    tell();
    window.addEventListener('message', answer);
    return () => window.removeEventListener('message', answer);
  }, [data, shownPage, appearance]);
  return frame;
};
