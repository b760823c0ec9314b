import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { data } from './data.ts';
import { usePath } from './location.ts';
import { Message } from './pages/message.tsx';
import { Register } from './pages/register.tsx';
import { SignIn } from './pages/sign-in.tsx';

const NotLoaded = () => <Message kind="not_loaded" />;

/** Other pages are loaded when they are opened. Without a connection they show an error. */
const later = <Module, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
) => lazy<ComponentType<Props>>(async () => ({ default: await load().then(pick, () => NotLoaded) }));

const Consent = later(
  () => import('./pages/consent.tsx'),
  page => page.Consent,
);
const Password = later(
  () => import('./pages/password.tsx'),
  page => page.Password,
);
const Code = later(
  () => import('./pages/code.tsx'),
  page => page.Code,
);
const Continue = later(
  () => import('./pages/continue.tsx'),
  page => page.Continue,
);
const MfaVerification = later(
  () => import('./pages/mfa-verification.tsx'),
  page => page.MfaVerification,
);
const MfaBinding = later(
  () => import('./pages/mfa-binding.tsx'),
  page => page.MfaBinding,
);
const OneTimeToken = later(
  () => import('./pages/one-time-token.tsx'),
  page => page.OneTimeToken,
);
const ProviderForm = later(
  () => import('./pages/provider-form.tsx'),
  page => page.ProviderForm,
);
const SingleSignOn = later(
  () => import('./pages/single-sign-on.tsx'),
  page => page.SingleSignOn,
);
const Direct = later(
  () => import('./pages/outside.tsx'),
  page => page.Direct,
);
const Callback = later(
  () => import('./pages/outside.tsx'),
  page => page.Callback,
);
const loadAccount = () => import('./account/account.tsx');
const Account = later(loadAccount, page => page.Account);
const LockAccount = later(
  () => import('./pages/lock-account.tsx'),
  page => page.LockAccount,
);
const SwitchAccount = later(
  () => import('./pages/switch-account.tsx'),
  page => page.SwitchAccount,
);
const StepUp = later(
  () => import('./pages/step-up.tsx'),
  page => page.StepUp,
);
const DemoApp = later(
  () => import('./demo-app/demo-app.tsx'),
  page => page.DemoApp,
);
const ResetPassword = later(
  () => import('./pages/reset-password.tsx'),
  page => page.ResetPassword,
);

// The ribbon of a preview comes with it.
if (data.draftPreview) void loadAccount();

/** By the first part of the address; the rest is the step. */
const pages: Readonly<Record<string, (step: string) => ReactNode>> = {
  'sign-in': step => {
    if (step === 'password') return <Password />;
    return step === 'code' ? <Code key="SignIn" purpose="SignIn" /> : <SignIn />;
  },
  'identifier-sign-in': () => <SignIn isIdentifierOnly />,
  register: step => (step === 'code' ? <Code key="Register" purpose="Register" /> : <Register />),
  'identifier-register': () => <Register />,
  'reset-password': step => <ResetPassword part={step} />,
  continue: step => <Continue part={step} />,
  'mfa-verification': step => <MfaVerification part={step} />,
  'mfa-binding': step => <MfaBinding part={step} />,
  'one-time-token': () => <OneTimeToken />,
  'single-sign-on': () => <SingleSignOn />,
  direct: way => <Direct key={way} way={way} />,
  callback: connectorId => <Callback connectorId={connectorId} />,
  'switch-account': () => <SwitchAccount />,
  'step-up': () => <StepUp />,
  consent: () => <Consent />,
};

const choosePage = (path: string) => {
  if (data.error) return <Message kind="error" />;
  if (data.form) return <ProviderForm form={data.form} />;
  const [first = '', ...rest] = path.slice(1).split('/');
  if (first === 'account' || data.draftPreview?.isPage) return <Account part={rest.join('/')} />;
  if (first === 'signed-out') return <Message kind="signed_out" />;
  if (first === 'account-suspended') return <Message kind="suspended" />;
  if (first === 'lock-account') return <LockAccount />;
  if (first === 'demo-app') return <DemoApp />;
  const page = Object.hasOwn(pages, first) ? pages[first] : undefined;
  if (!page) return <Message kind="not_found" />;
  // Back from a provider: perhaps to the account center, which needs no sign-in.
  const isOpen = data.hasInteraction || first === 'callback';
  return isOpen ? page(rest.join('/')) : <Message kind="session_not_found" />;
};

/** The page that the address and the server's data ask for. Its name is there for the tenant's own styles. */
export const App = () => {
  const path = usePath();
  useEffect(() => {
    document.documentElement.dataset.page = path.slice(1);
  }, [path]);
  return <Suspense>{choosePage(path)}</Suspense>;
};
