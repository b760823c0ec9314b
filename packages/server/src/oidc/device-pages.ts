import type { KoaContextWithOIDC } from 'oidc-provider';

/** Where a person says which device they want to sign in to. How it looks is not the provider's business. */
export type DevicePages = {
  /** `form` has the id `op.deviceInputForm` and no button. */
  enterCode(form: string, problem: DeviceProblem | undefined): string;
  /** `form` has the id `op.deviceConfirmForm` and no button; a button named `abort` refuses. */
  confirm(form: string, applicationName: string, userCode: string): string;
  done(applicationName: string): string;
};

export type DeviceProblem = 'code' | 'aborted' | 'unknown';

/** The page for the code, the page that asks whether it is the right device, and the page at the end (RFC 8628). */
export const devicePages = (pages: DevicePages) => ({
  userCodeInputSource: async (ctx: KoaContextWithOIDC, form: string, _: unknown, error?: Error) => {
    ctx.body = pages.enterCode(withoutScript(form), error && problemOf(error));
  },
  userCodeConfirmSource: async (
    ctx: KoaContextWithOIDC,
    form: string,
    _client: unknown,
    _device: unknown,
    userCode: string,
  ) => {
    ctx.body = pages.confirm(form, nameOf(ctx), userCode);
  },
  successSource: async (ctx: KoaContextWithOIDC) => {
    ctx.body = pages.done(nameOf(ctx));
  },
});

/** Our policy forbids scripts in attributes; an unnamed field is no use to a screen reader. */
const withoutScript = (form: string) =>
  form.replace(/ onfocus="[^"]*"/, '').replace('placeholder="Enter code"', 'aria-label="Code"');

const problemOf = (error: Error): DeviceProblem => {
  if (error.name === 'AbortedError') return 'aborted';
  return 'userCode' in error || error.name === 'NoCodeError' ? 'code' : 'unknown';
};

const nameOf = ({ oidc }: KoaContextWithOIDC) => oidc.client?.clientName ?? oidc.client?.clientId ?? '';
