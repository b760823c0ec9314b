import type { ConnectorType } from '@gatehouse/contract/connectors.ts';
import { signInExperienceRows } from '@gatehouse/contract/sign-in-experience.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { useRead } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';

const identifiers = { Email: 'email', Sms: 'phone' } as const;

/** A connector that can send codes, while no user can sign in with one. Leads to the setting. */
export const CodesOff = ({ type }: { type: ConnectorType }) => {
  const t = useT();
  const { data } = useRead(signInExperienceRows.read, {}, { hideErrors: true, enabled: type !== 'Social' });
  if (type === 'Social' || !data) return null;
  const identifier = identifiers[type];
  const isOn = data.signIn.methods.some(
    method => method.identifier === identifier && method.verificationCode,
  );
  if (isOn) return null;
  return (
    <Callout
      action={
        <Button size="small" variant="primary" href={paths.signInExperience('sign-up-and-sign-in')}>
          {t(`connectors.turn_on_codes.${type}`)}
        </Button>
      }
    >
      {t(`connectors.codes_off.${type}`)}
    </Callout>
  );
};
