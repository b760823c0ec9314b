import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { type Setting, SettingList } from '@gatehouse/ui/setting-list.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useEffect, useEffectEvent } from 'react';
import { data } from '../data.ts';
import { Failure, useAction } from '../form.tsx';
import { nameOfProvider } from '../outside.ts';
import { isEditable, useAccount } from './account-context.tsx';
import { ask } from './api.ts';
import { say } from './client.ts';
import { finishLink, leaveForLink } from './link.ts';
import { Loading, useLoaded } from './load.tsx';

/** The linked accounts of the user: social and enterprise. */
export const LinkedAccounts = () => {
  const { reload } = useAccount();
  const action = useAction();
  const toast = useToast();
  const finish = useEffectEvent(() =>
    action.run(async () => {
      const connectorId = await finishLink();
      if (!connectorId) return;
      await reload();
      toast.success(say('linked.linked', { name: nameOfProvider('social', connectorId) ?? connectorId }));
    }),
  );
  useEffect(() => void finish(), []);
  return (
    <>
      <Failure action={action} />
      <SocialAccounts action={action} />
      <CompanyAccounts action={action} />
    </>
  );
};

type Action = ReturnType<typeof useAction>;

const SocialAccounts = ({ action }: { action: Action }) => {
  const { user } = useAccount();
  const linked = Object.entries(user.identities ?? {}).map(([target, { userId, details }]): Setting => {
    const connector = data.signInExperience.socialConnectors.find(each => each.target === target);
    const name = connector?.name[data.language] ?? connector?.name.en ?? target;
    return {
      key: target,
      icon: connector && <img src={connector.logo} alt="" />,
      label: name,
      value: describe(details, userId),
      action: <LinkedActions target={target} connectorId={connector?.id} name={name} action={action} />,
    };
  });
  const settings = [...linked, ...linkableSettings(user.identities ?? {}, action)];
  return (
    <Card title={say('linked.social')}>
      {settings.length > 0 ? (
        <SettingList settings={settings} />
      ) : (
        <Text tone="soft">{say('linked.no_social')}</Text>
      )}
    </Card>
  );
};

type LinkedActionsProps = { target: string; connectorId: string | undefined; name: string; action: Action };

const LinkedActions = ({ target, connectorId, name, action }: LinkedActionsProps) => {
  const { reload } = useAccount();
  return (
    <Row gap={2}>
      {connectorId && isEditable('social') && (
        <Button
          size="small"
          aria-label={say('change_named', { name })}
          onClick={() => void action.run(() => leaveForLink(connectorId, { replaces: true }))}
        >
          {say('change')}
        </Button>
      )}
      <UnlinkButton
        name={name}
        action={action}
        unlink={async () => {
          await ask('delete', '/my-account/identities/:target', { params: { target } });
          await reload();
        }}
      />
    </Row>
  );
};

/** The providers that the user has not linked yet. */
const linkableSettings = (identities: Readonly<Record<string, unknown>>, action: Action): Setting[] => {
  if (!isEditable('social')) return [];
  const others = data.signInExperience.socialConnectors.filter(
    ({ target, platform }) => platform !== 'Native' && !identities[target],
  );
  return others.map(({ id, logo }) => {
    const name = nameOfProvider('social', id) ?? id;
    return {
      key: id,
      icon: <img src={logo} alt="" />,
      label: name,
      value: say('linked.not_linked'),
      action: (
        <Button
          size="small"
          aria-label={say('linked.link_named', { name })}
          onClick={() => void action.run(() => leaveForLink(id))}
        >
          {say('linked.link')}
        </Button>
      ),
    };
  });
};

const CompanyAccounts = ({ action }: { action: Action }) => {
  const companies = useLoaded(() => ask('get', '/my-account/sso-identities', {}));
  const settingOf = ({ ssoConnectorId, identityId, detail }: SsoIdentity): Setting => {
    const connector = data.signInExperience.ssoConnectors.find(({ id }) => id === ssoConnectorId);
    const name = connector?.connectorName ?? ssoConnectorId;
    return {
      key: ssoConnectorId,
      icon: connector && <img src={connector.logo} alt="" />,
      label: name,
      value: describe(detail, identityId),
      action: (
        <UnlinkButton
          name={name}
          action={action}
          unlink={async () => {
            await ask('delete', '/my-account/sso-identities/:ssoConnectorId', { params: { ssoConnectorId } });
            await companies.reload();
          }}
        />
      ),
    };
  };
  return (
    <Loading loaded={companies}>
      {identities =>
        identities.length > 0 && (
          <Card title={say('linked.companies')}>
            <SettingList settings={identities.map(settingOf)} />
          </Card>
        )
      }
    </Loading>
  );
};

type SsoIdentity = {
  ssoConnectorId: string;
  identityId: string;
  detail?: Readonly<Record<string, unknown>>;
};

type UnlinkButtonProps = { name: string; action: Action; unlink: () => Promise<unknown> };

const UnlinkButton = ({ name, action, unlink }: UnlinkButtonProps) => {
  const confirm = useConfirm();
  const toast = useToast();
  const start = async () => {
    const [isConfirmed] = await confirm({
      title: say('linked.unlink_title', { name }),
      body: say('linked.unlink_text'),
      confirmLabel: say('linked.unlink'),
      isDanger: true,
    });
    if (!isConfirmed) return;
    await action.run(async () => {
      await unlink();
      toast.success(say('linked.unlinked', { name }));
    });
  };
  if (!isEditable('social')) return null;
  return (
    <Button
      size="small"
      variant="quiet"
      aria-label={say('linked.unlink_named', { name })}
      onClick={() => void start()}
    >
      {say('linked.unlink')}
    </Button>
  );
};

/** The email or name that the provider returned for the account, or its ID. */
const describe = (details: Readonly<Record<string, unknown>> | undefined, id: string) =>
  String(details?.email ?? details?.name ?? details?.username ?? id);
