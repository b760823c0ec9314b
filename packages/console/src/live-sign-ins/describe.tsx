import type { LiveSignIn } from '@gatehouse/contract/live-sign-ins.ts';
import type { SignIn, SignInMethod } from '@gatehouse/contract/sign-ins.ts';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import type { DoorwayItem, DoorwayTone } from '@gatehouse/ui/doorway.tsx';
import { PlaceText } from '@gatehouse/ui/place-text.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { paths } from '../paths.ts';
import { useT } from '../phrases.tsx';
import { ApplicationName } from '../templates/application-name.tsx';
import { nameOfPerson } from '../templates/person.tsx';

/** One of the list that was read, or one that came. */
export type Shown = SignIn & Partial<LiveSignIn>;

const tones: Partial<Record<SignInMethod, DoorwayTone>> = {
  Password: 'password',
  EmailVerificationCode: 'code',
  PhoneVerificationCode: 'code',
  OneTimeToken: 'code',
  SignInPasskey: 'passkey',
  WebAuthn: 'passkey',
  Social: 'social',
  EnterpriseSso: 'sso',
};

/** The color is that of the first method that was used. */
const toneOf = ({ methods, entryId, userId }: Shown): DoorwayTone => {
  if (entryId !== undefined && !userId) return 'machine';
  return methods.map(({ method }) => tones[method]).find(tone => tone !== undefined) ?? 'session';
};

/** A sign-in as the gate and the list show it. */
export const useDescribe = () => {
  const t = useT();
  return (signIn: Shown): DoorwayItem => {
    const { id, entryId, user, identifier, applicationId, applicationName, ip, country } = signIn;
    const tone = toneOf(signIn);
    const unknown = tone === 'machine' ? t('live_sign_ins.machine') : t('audit_logs.sign_ins.unknown_user');
    return {
      id,
      tone,
      isRefused: signIn.outcome === 'Error',
      href: entryId ? paths.auditLog(entryId) : `${paths.auditLogs()}?open=${encodeURIComponent(id)}`,
      title: user ? nameOfPerson(user) : (identifier ?? signIn.userId ?? unknown),
      detail: (
        <>
          {applicationName ?? (applicationId && <ApplicationName id={applicationId} />)}
          {ip && ' · '}
          <PlaceText ip={ip} country={country} />
        </>
      ),
      mark: (
        <>
          {signIn.outcome === 'Error' && <Tag tone="danger">{t('audit_logs.sign_ins.outcomes.Error')}</Tag>}
          {signIn.isFirstToken && <Tag tone="success">{t('live_sign_ins.first_token')}</Tag>}
        </>
      ),
      when: <DateText value={signIn.endedAt} as="ago" />,
    };
  };
};
