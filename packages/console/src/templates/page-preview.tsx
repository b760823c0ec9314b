import { PreviewFrame } from '@gatehouse/ui/preview-frame.tsx';
import type { ComponentProps } from 'react';
import { usePreview } from './use-preview.ts';

export const previewAddress = '/sign-in-preview/sign-in';

type PagePreviewProps = Pick<ComponentProps<typeof PreviewFrame>, 'title' | 'height'> &
  Pick<Parameters<typeof usePreview>[0], 'body' | 'page'>;

/** One of the sign-in pages with settings that are not saved, among the settings. */
export const PagePreview = ({ body, page, ...frame }: PagePreviewProps) => (
  <PreviewFrame {...frame} ref={usePreview({ body, page }).frame} src={previewAddress} width={800} />
);
