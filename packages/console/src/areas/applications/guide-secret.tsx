import { applications } from '@gatehouse/contract/applications.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';

type RevealSecretProps = {
  applicationId: string;
  secret: string | undefined;
  onReveal: (secret: string | undefined) => void;
};

/** The secret appears in the code only on request. */
export const RevealSecret = ({ applicationId, secret, onReveal }: RevealSecretProps) => {
  const t = useT();
  const [isAsked, setIsAsked] = useState(false);
  const { data, refetch } = useRead(
    applications.listSecrets,
    { params: { id: applicationId } },
    { enabled: false },
  );
  const reveal = async () => {
    setIsAsked(true);
    const { data: secrets = data } = await refetch();
    const usable = secrets?.find(({ expiresAt }) => expiresAt === null || expiresAt > Date.now());
    onReveal(usable?.value);
  };
  if (isAsked && data && !secret) {
    return (
      <Callout
        tone="warning"
        action={
          <Button size="small" href={paths.application(applicationId)}>
            {t('applications.guide.to_settings')}
          </Button>
        }
      >
        {t('applications.guide.no_secret')}
      </Callout>
    );
  }
  const hide = () => {
    setIsAsked(false);
    onReveal(undefined);
  };
  return (
    <Row>
      <Button
        size="small"
        icon={secret ? <EyeOff /> : <Eye />}
        onClick={() => (secret ? hide() : void reveal())}
      >
        {t(secret ? 'applications.guide.hide_secret' : 'applications.guide.show_secret')}
      </Button>
    </Row>
  );
};
