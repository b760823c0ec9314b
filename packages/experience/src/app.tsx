import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { data } from './data.ts';
import { usePath } from './location.ts';
import { Message } from './pages/message.tsx';
import { Register } from './pages/register.tsx';
import { SignIn } from './pages/sign-in.tsx';

const NotLoaded = () => <Message kind="not_loaded" />;

/** Other pages are loaded when they are opened. Without a connection they show an error. */
const later = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => NotLoaded) }));

const Consent = later(async () => (await import('./pages/consent.tsx')).Consent);
const Password = later(async () => (await import('./pages/password.tsx')).Password);
const Code = later(async () => (await import('./pages/code.tsx')).Code);
const Continue = later(async () => (await import('./pages/continue.tsx')).Continue);
const MfaVerification = later(async () => (await import('./pages/mfa-verification.tsx')).MfaVerification);
const MfaBinding = later(async () => (await import('./pages/mfa-binding.tsx')).MfaBinding);
const OneTimeToken = later(async () => (await import('./pages/one-time-token.tsx')).OneTimeToken);
const ProviderForm = later(async () => (await import('./pages/provider-form.tsx')).ProviderForm);
const SingleSignOn = later(async () => (await import('./pages/single-sign-on.tsx')).SingleSignOn);
const Direct = later(async () => (await import('./pages/outside.tsx')).Direct);
const Callback = later(async () => (await import('./pages/outside.tsx')).Callback);
const Account = later(async () => (await import('./account/account.tsx')).Account);
const LockAccount = later(async () => (await import('./pages/lock-account.tsx')).LockAccount);
const SwitchAccount = later(async () => (await import('./pages/switch-account.tsx')).SwitchAccount);
const StepUp = later(async () => (await import('./pages/step-up.tsx')).StepUp);
const DemoApp = later(async () => (await import('./demo-app/demo-app.tsx')).DemoApp);
const ResetPassword = later(async () => (await import('./pages/reset-password.tsx')).ResetPassword);

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
  if (first === 'signed-out') return <Message kind="signed_out" />;
  if (first === 'account-suspended') return <Message kind="suspended" />;
  if (first === 'lock-account') return <LockAccount />;
  if (first === 'account') return <Account part={rest.join('/')} />;
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
