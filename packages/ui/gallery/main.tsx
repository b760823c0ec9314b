import '../src/styles.css';
import english from '@gatehouse/phrases/en/kit.json';
import { createTranslator, type PhraseKey } from '@gatehouse/phrases/translate.ts';
import {
  Blocks,
  CircleAlert,
  Hammer,
  KeyRound,
  LayoutList,
  MessagesSquare,
  SquarePen,
  Table,
  TextCursorInput,
} from 'lucide-react';
import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { AppShell } from '../src/app-shell.tsx';
import { type Appearance, applyAppearance } from '../src/appearance.ts';
import { ConfirmProvider } from '../src/confirm.tsx';
import { Direction } from '../src/direction.tsx';
import { Stack } from '../src/layout.tsx';
import { Logo } from '../src/logo.tsx';
import { NotFoundPage } from '../src/not-found-page.tsx';
import { Select } from '../src/select.tsx';
import { ToastProvider } from '../src/toast.tsx';
import { UiTextProvider } from '../src/ui-text.tsx';
import { DataPage } from './data.tsx';
import { DetailExample } from './detail.tsx';
import { FieldsPage } from './fields.tsx';
import { ListExample } from './list.tsx';
import { MessagesPage, PlaceholderExample } from './messages.tsx';
import { OverlaysPage } from './overlays.tsx';
import { PrimitivesPage } from './primitives.tsx';
import { SignInExample } from './sign-in.tsx';

const pages = {
  primitives: { label: 'Primitives', icon: <Blocks />, section: 'Parts', Page: PrimitivesPage },
  fields: { label: 'Fields', icon: <TextCursorInput />, section: 'Parts', Page: FieldsPage },
  data: { label: 'Data', icon: <Table />, section: 'Parts', Page: DataPage },
  overlays: { label: 'Overlays', icon: <MessagesSquare />, section: 'Parts', Page: OverlaysPage },
  list: { label: 'List page', icon: <LayoutList />, section: 'Templates', Page: ListExample },
  detail: { label: 'Detail page', icon: <SquarePen />, section: 'Templates', Page: DetailExample },
  messages: { label: 'Errors and gaps', icon: <CircleAlert />, section: 'Templates', Page: MessagesPage },
  placeholder: { label: 'Placeholder', icon: <Hammer />, section: 'Templates', Page: PlaceholderExample },
  'sign-in': { label: 'Sign-in page', icon: <KeyRound />, section: 'Templates', Page: SignInExample },
};
type PageName = keyof typeof pages;

const query = new URLSearchParams(location.search);
const asked = query.get('page') ?? 'primitives';
const settings = {
  appearance: (query.get('appearance') ?? 'system') as Appearance,
  dir: (query.get('dir') ?? 'ltr') as 'ltr' | 'rtl',
};

/** An address of the gallery, so that every state of it can be opened directly. */
const address = (page: string, { appearance, dir } = settings) =>
  `?${new URLSearchParams({ page, appearance, dir })}`;

function Gallery() {
  const [{ appearance, dir }, setShown] = useState(settings);
  useEffect(() => {
    applyAppearance(appearance);
    history.replaceState(null, '', address(asked, { appearance, dir }));
  }, [appearance, dir]);

  const current = asked in pages ? pages[asked as PageName] : undefined;
  if (asked === 'sign-in') return <SignInExample />;
  const sections = ['Parts', 'Templates'].map(title => ({
    title,
    items: Object.entries(pages)
      .filter(([, page]) => page.section === title)
      .map(([name, { label, icon }]) => ({
        href: address(name, { appearance, dir }),
        label,
        icon,
        isCurrent: name === asked,
      })),
  }));
  return (
    <Direction dir={dir}>
      <AppShell
        brand={
          <>
            <Logo />
            Gatehouse
          </>
        }
        sidebarFooter={
          <Stack gap={2}>
            <Select
              label="Look"
              value={appearance}
              onChange={next => setShown({ appearance: next, dir })}
              options={[
                { value: 'system', label: 'System' },
                { value: 'light', label: 'Light' },
                { value: 'dark', label: 'Dark' },
              ]}
            />
            <Select
              label="Way"
              value={dir}
              onChange={next => setShown({ appearance, dir: next })}
              options={[
                { value: 'ltr', label: 'LTR' },
                { value: 'rtl', label: 'RTL' },
              ]}
            />
          </Stack>
        }
        sections={sections}
      >
        {current ? <current.Page /> : <NotFoundPage />}
      </AppShell>
    </Direction>
  );
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <UiTextProvider t={createTranslator<PhraseKey<typeof english>>('en', english)} language="en">
      <ToastProvider>
        <ConfirmProvider>
          <Gallery />
        </ConfirmProvider>
      </ToastProvider>
    </UiTextProvider>
  </StrictMode>,
);
