import { connectors } from '@gatehouse/contract/connectors.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { useRead } from '../api.ts';
import { paths } from '../paths.ts';
import { useT } from '../phrases.tsx';

/** Lists the settings that need an email or SMS connector, with a link to add one. */
export const MissingConnectors = ({
  needed,
  text,
}: {
  needed: readonly ('Email' | 'Sms')[];
  text?: string;
}) => {
  const t = useT();
  const { data } = useRead(connectors.list, {}, { hideErrors: true });
  const missing = needed.filter(type => data && !data.some(connector => connector.type === type));
  return missing.map(type => (
    <Callout
      key={type}
      tone="warning"
      title={t(`sign_in_settings.missing.${type}`)}
      action={
        <Button size="small" href={paths.area('connectors')}>
          {t('sign_in_settings.set_up_connector')}
        </Button>
      }
    >
      {text ?? t('sign_in_settings.missing_text')}
    </Callout>
  ));
};
