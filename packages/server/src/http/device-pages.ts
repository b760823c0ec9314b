import { escapeHtml } from '../messages/escape-html.ts';
import type { DevicePages } from '../oidc/device-pages.ts';
import { plainPage } from './html.ts';

const problems = {
  code: 'This code is not right, or it is too old. Check it and try again.',
  aborted: 'The sign-in was cancelled. You can close this page.',
  unknown: 'Something went wrong. Try again.',
} as const;

export const signInDevicePages: DevicePages = {
  enterCode: (form, problem) =>
    plainPage({
      title: 'Sign in to a device',
      body:
        `<p${problem ? ' role="alert"' : ''}>${problem ? problems[problem] : 'Enter the code that your device shows.'}</p>${form}` +
        '<button class="primary" type="submit" form="op.deviceInputForm">Continue</button>',
    }),
  confirm: (form, applicationName, userCode) =>
    plainPage({
      title: `Sign in to ${applicationName}?`,
      body:
        `<p>Your device must show this code:</p><p><strong>${escapeHtml(userCode)}</strong></p>` +
        `<p>Whoever holds the device will be signed in as you. Go on only if you started this yourself.</p>${form}` +
        '<button class="primary" autofocus type="submit" form="op.deviceConfirmForm">Sign in</button>' +
        '<button type="submit" form="op.deviceConfirmForm" name="abort" value="yes">Cancel</button>',
    }),
  done: applicationName =>
    plainPage({
      title: 'Signed in',
      body: `<p>You signed in to ${escapeHtml(applicationName)}. Go back to your device; you can close this page.</p>`,
    }),
};
