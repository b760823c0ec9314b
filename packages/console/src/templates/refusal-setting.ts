import type { LogPayload } from '@gatehouse/contract/logs.ts';
import { type RefusalSetting, refusalSettings } from '@gatehouse/contract/refusals.ts';
import { paths } from '../paths.ts';
import { useT } from '../phrases.tsx';

type About = Pick<LogPayload, 'applicationId' | 'userId'>;

const hrefOf = (setting: RefusalSetting, { applicationId, userId }: About): string | undefined => {
  switch (setting) {
    case 'appId':
      return applicationId ? paths.application(applicationId) : paths.applications();
    case 'user':
      return userId && paths.user(userId);
    case 'apiResources':
      return paths.apiResources();
    case 'signInMethods':
      return paths.signInExperience('sign-up-and-sign-in');
    case 'enterpriseSso':
      return paths.enterpriseSsoList();
    case 'connectors':
      return paths.connectors('social');
    case 'mfa':
      return paths.area('mfa');
    case 'captcha':
      return paths.security('captcha');
    case 'lockout':
    case 'smsLimits':
      return paths.security('general');
    case 'blocklist':
      return paths.security('blocklist');
    case 'passwordPolicy':
      return paths.security('password-policy');
    default:
      return applicationId && paths.application(applicationId);
  }
};

/** The setting that decided about a refused request, by name, and where it is. */
export const useRefusalSetting = (payload: Pick<LogPayload, 'error' | keyof About> | undefined) => {
  const t = useT();
  const { error } = payload ?? {};
  const name = typeof error === 'object' ? error.setting : undefined;
  const setting = refusalSettings.find(each => each === name);
  const href = payload && setting && hrefOf(setting, payload);
  return href ? { label: t(`logs.settings.${setting}`), href } : undefined;
};
