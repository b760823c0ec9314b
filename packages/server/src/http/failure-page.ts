import { escapeHtml } from '@gatehouse/contract/escape-html.ts';
import { loadPhrases, type Namespaces } from '@gatehouse/phrases/load.ts';
import { createTranslator, type PhraseKey } from '@gatehouse/phrases/translate.ts';
import { plainPage } from './html.ts';

type Asked = { method?: string; headers: { accept?: string } };

/** Whether a browser navigates to the address. Requests from scripts do not accept HTML. */
export const opensPage = ({ method, headers }: Asked) =>
  method === 'GET' && headers.accept?.includes('text/html') === true;

/** For a person whose page cannot be made: what happened, and the way to try again. */
export const drawFailurePage = async (language: string, message: string, requestId: string) => {
  const t = createTranslator<PhraseKey<Namespaces['experience']>>(
    language,
    await loadPhrases(language, 'experience'),
  );
  return plainPage({
    language,
    title: t('not_loaded.title'),
    body:
      `<p>${escapeHtml(message)}</p><p><a href="">${escapeHtml(t('not_loaded.action'))}</a></p>` +
      `<p class="quiet">${escapeHtml(t('error.request_id'))}: <bdi>${escapeHtml(requestId)}</bdi></p>`,
  });
};
