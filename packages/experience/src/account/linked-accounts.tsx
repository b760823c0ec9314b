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

/** Accounts elsewhere by which somebody signs in: with social providers, and with their company. */
export const LinkedAccounts = () => {
  const { user, reload } = useAccount();
  const action = useAction();
  const confirm = useConfirm();
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
  const companies = useLoaded(() => ask('get', '/my-account/sso-identities', {}));

  const unlink = async (name: string, work: () => Promise<unknown>) => {
    const [isConfirmed] = await confirm({
      title: say('linked.unlink_title', { name }),
      body: say('linked.unlink_text'),
      confirmLabel: say('linked.unlink'),
      isDanger: true,
    });
    if (!isConfirmed) return;
    await action.run(async () => {
      await work();
      toast.success(say('linked.unlinked', { name }));
    });
  };
  const unlinkButton = (name: string, work: () => Promise<unknown>) =>
    isEditable('social') && (
      <Button
        size="small"
        variant="quiet"
        aria-label={say('linked.unlink_named', { name })}
        onClick={() => void unlink(name, work)}
      >
        {say('linked.unlink')}
      </Button>
    );

  const social = Object.entries(user.identities ?? {}).map(([target, { userId, details }]): Setting => {
    const connector = data.signInExperience.socialConnectors.find(each => each.target === target);
    const name = connector?.name[data.language] ?? connector?.name.en ?? target;
    return {
      key: target,
      icon: connector && <img src={connector.logo} alt="" />,
      label: name,
      value: describe(details, userId),
      action: (
        <Row gap={2}>
          {connector && isEditable('social') && (
            <Button
              size="small"
              aria-label={say('change_named', { name })}
              onClick={() => void action.run(() => leaveForLink(connector.id, { replaces: true }))}
            >
              {say('change')}
            </Button>
          )}
          {unlinkButton(name, async () => {
            await ask('delete', '/my-account/identities/:target', { params: { target } });
            await reload();
          })}
        </Row>
      ),
    };
  });

  const others = data.signInExperience.socialConnectors.filter(
    ({ target, platform }) => platform !== 'Native' && !user.identities?.[target],
  );
  const linkable = isEditable('social')
    ? others.map(({ id, logo }): Setting => {
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
      })
    : [];

  return (
    <>
      <Failure action={action} />
      <Card title={say('linked.social')}>
        {social.length + linkable.length > 0 ? (
          <SettingList settings={[...social, ...linkable]} />
        ) : (
          <Text tone="soft">{say('linked.no_social')}</Text>
        )}
      </Card>
      <Loading loaded={companies}>
        {identities =>
          identities.length > 0 && (
            <Card title={say('linked.companies')}>
              <SettingList
                settings={identities.map(({ ssoConnectorId, identityId, detail }) => {
                  const connector = data.signInExperience.ssoConnectors.find(
                    ({ id }) => id === ssoConnectorId,
                  );
                  const name = connector?.connectorName ?? ssoConnectorId;
                  return {
                    key: ssoConnectorId,
                    icon: connector && <img src={connector.logo} alt="" />,
                    label: name,
                    value: describe(detail, identityId),
                    action: unlinkButton(name, async () => {
                      await ask('delete', '/my-account/sso-identities/:ssoConnectorId', {
                        params: { ssoConnectorId },
                      });
                      await companies.reload();
                    }),
                  };
                })}
              />
            </Card>
          )
        }
      </Loading>
    </>
  );
};

/** What the provider told of the account there, or its id. */
const describe = (details: Readonly<Record<string, unknown>> | undefined, id: string) =>
  String(details?.email ?? details?.name ?? details?.username ?? id);
