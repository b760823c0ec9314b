import '@gatehouse/ui/styles.css';
import { applyAppearance } from '@gatehouse/ui/appearance.ts';
import { ConfirmProvider } from '@gatehouse/ui/confirm.tsx';
import { DocumentTitle } from '@gatehouse/ui/document-title.tsx';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api.ts';
import { Notices } from './history/notices.tsx';
import { KitText } from './kit-text.tsx';
import { prepareSpeech, storedLanguage, TranslationProvider } from './phrases.tsx';
import { router } from './router.tsx';
import { storedAppearance } from './session/preferences.tsx';
import { ReportErrors } from './session/report-errors.tsx';

applyAppearance(storedAppearance());
const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the console.');

const askAgain = () => void queryClient.invalidateQueries();

/** Not awaited at the top: the words come in a file that needs this one. */
void prepareSpeech(storedLanguage()).then(speech =>
  createRoot(root).render(
    <StrictMode>
      <TranslationProvider initial={speech} onChange={askAgain}>
        <KitText>
          <QueryClientProvider client={queryClient}>
            <Notices>
              <ConfirmProvider>
                <ReportErrors />
                <DocumentTitle>
                  <RouterProvider router={router} />
                </DocumentTitle>
              </ConfirmProvider>
            </Notices>
          </QueryClientProvider>
        </KitText>
      </TranslationProvider>
    </StrictMode>,
  ),
);
