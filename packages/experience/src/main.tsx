import '@gatehouse/ui/styles.css';
import type kit from '@gatehouse/phrases/en/kit.json';
import { createTranslator, type PhraseKey } from '@gatehouse/phrases/translate.ts';
import { UiTextProvider } from '@gatehouse/ui/ui-text.tsx';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { currentPage } from './address.ts';
import { data } from './data.ts';
import { Consent } from './pages/consent.tsx';
import { Message } from './pages/message.tsx';
import { Register } from './pages/register.tsx';
import { SignIn } from './pages/sign-in.tsx';
import { applyTheme } from './theme.ts';

const needsInteraction: Readonly<Record<string, () => React.ReactNode>> = {
  '/sign-in': () => <SignIn />,
  '/register': () => <Register />,
  '/consent': () => <Consent />,
};

/** The page that the address and the server's data ask for. */
const choosePage = () => {
  if (data.error) return <Message kind="error" />;
  if (currentPage === '/signed-out') return <Message kind="signed_out" />;
  const page = needsInteraction[currentPage];
  if (!page) return <Message kind="not_found" />;
  return data.hasInteraction ? page() : <Message kind="session_not_found" />;
};

applyTheme();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for its content.');
const kitText = createTranslator<PhraseKey<typeof kit>>(data.language, data.kitPhrases);
createRoot(root).render(
  <StrictMode>
    <UiTextProvider t={kitText} language={data.language}>
      {choosePage()}
    </UiTextProvider>
  </StrictMode>,
);
