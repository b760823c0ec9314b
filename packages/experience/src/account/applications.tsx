import { accountCenterApplicationId } from '@gatehouse/contract/dialect.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { SettingList } from '@gatehouse/ui/setting-list.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { Failure, useAction } from '../form.tsx';
import { isEditable } from './account-context.tsx';
import { ask } from './api.ts';
import { say } from './client.ts';
import { Loading, ProofGate, useLoaded } from './load.tsx';

/** The applications that the user granted access to. */
export const Applications = () => (
  <ProofGate text={say('applications.gate')}>
    <ApplicationList />
  </ProofGate>
);

type Granted = { id: string; name: string; since: number; grantIds: string[] };

/** An application can have several grants, one for each consent. */
const loadApplications = async () => {
  const { grants } = await ask('get', '/my-account/grants', {});
  const byId = new Map<string, Granted>();
  for (const { id: grantId, payload, application } of grants) {
    if (application.id === accountCenterApplicationId) continue;
    const { id, name, since, grantIds } = byId.get(application.id) ?? {
      ...application,
      since: payload.iat,
      grantIds: [],
    };
    byId.set(id, { id, name, since: Math.min(since, payload.iat), grantIds: [...grantIds, grantId] });
  }
  return [...byId.values()];
};

const ApplicationList = () => {
  const loaded = useLoaded(loadApplications);
  const action = useAction();
  const confirm = useConfirm();
  const toast = useToast();
  const revoke = async ({ name, grantIds }: Granted) => {
    const [isConfirmed] = await confirm({
      title: say('applications.revoke_title', { name }),
      body: say('applications.revoke_text'),
      confirmLabel: say('applications.revoke'),
      isDanger: true,
    });
    if (!isConfirmed) return;
    await action.run(async () => {
      for (const grantId of grantIds)
        await ask('delete', '/my-account/grants/:grantId', { params: { grantId } });
      await loaded.reload();
      toast.success(say('applications.revoked', { name }));
    });
  };
  return (
    <Card title={say('applications.title')}>
      <Failure action={action} />
      <Loading loaded={loaded}>
        {applications =>
          applications.length > 0 ? (
            <SettingList
              settings={applications.map(application => ({
                key: application.id,
                label: application.name,
                value: (
                  <>
                    {say('applications.since')} <DateText value={application.since * 1000} />
                  </>
                ),
                action: isEditable('session') && (
                  <Button
                    size="small"
                    aria-label={say('applications.revoke_named', { name: application.name })}
                    onClick={() => void revoke(application)}
                  >
                    {say('applications.revoke')}
                  </Button>
                ),
              }))}
            />
          ) : (
            <Text tone="soft">{say('applications.none')}</Text>
          )
        }
      </Loading>
    </Card>
  );
};
