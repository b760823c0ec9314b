import '@gatehouse/ui/styles.css';
import type kit from '@gatehouse/phrases/en/kit.json';
import { createTranslator, type PhraseKey } from '@gatehouse/phrases/translate.ts';
import { LinkProvider } from '@gatehouse/ui/link.tsx';
import { UiTextProvider } from '@gatehouse/ui/ui-text.tsx';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { data } from './data.ts';
import { PageLink } from './page-link.tsx';
import { applyTheme } from './theme.ts';

const place = document.getElementById('root');
if (!place) throw new Error('The page has no place for its content.');
const root = createRoot(place);

const render = () => {
  const kitText = createTranslator<PhraseKey<typeof kit>>(data.language, data.kitPhrases);
  root.render(
    <StrictMode>
      <UiTextProvider t={kitText} language={data.language}>
        <LinkProvider component={PageLink}>
          <App />
        </LinkProvider>
      </UiTextProvider>
    </StrictMode>,
  );
};

if (data.isPreview) void import('./preview.ts').then(({ followConsole }) => followConsole(render));
else void applyTheme().then(render);
