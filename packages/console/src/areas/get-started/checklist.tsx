import type { ManagementPermission } from '@gatehouse/contract/scopes.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { TaskList } from '@gatehouse/ui/task-list.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { lazy, Suspense } from 'react';
import { paths } from '../../paths.ts';
import { loadAreaPhrases, useT } from '../../phrases.tsx';
import { type Abilities, useAbilities } from '../../session/abilities.ts';
import { usePreferences } from '../../session/preferences.tsx';
import { useProgress } from './progress.ts';

/** With the permission that each of them takes; members are invited with another one. */
const tasks = [
  ['application', 'applications:write'],
  ['sign_in', 'sign-in-experience:write'],
  ['connector', 'connectors:write'],
  ['user', 'users:write'],
  ['member', undefined],
  ['first_sign_in', 'applications:write'],
] as const satisfies readonly [string, ManagementPermission | undefined][];

const tasksFor = ({ may, mayInvite }: Abilities) =>
  tasks.filter(([, permission]) => (permission ? may(permission) : mayInvite)).map(([task]) => task);

const placesFor = (sampleHref: string | undefined) => ({
  application: () => paths.createApplication(),
  sign_in: () => paths.area('sign-in-experience'),
  connector: () => paths.area('connectors'),
  user: () => paths.createUser(),
  member: () => paths.tenantSettings('members'),
  first_sign_in: () => sampleHref ?? paths.createApplication(),
});

/** The words of sign-ins are those of the audit log. */
const LiveView = lazy(async () => {
  const [{ LiveView }] = await Promise.all([
    import('../../live-sign-ins/live-view.tsx'),
    loadAreaPhrases('console/live-sign-ins'),
    loadAreaPhrases('console/audit-logs'),
  ]);
  return { default: LiveView };
});

/** The first steps in a tenant; it knows which of them are done. Then come the sign-ins as they happen. */
export const Checklist = () => {
  const t = useT();
  const progress = useProgress();
  const places = placesFor(progress.sampleHref);
  const abilities = useAbilities();
  const tasks = tasksFor(abilities);
  const done = tasks.filter(task => progress[task]).length;
  const isKnown = tasks.every(task => progress[task] !== undefined);
  const { preferences, update } = usePreferences();
  const isHidden = preferences?.setupChecklistHidden;
  const isDone = isKnown && done === tasks.length;
  if (isHidden || (isDone && isHidden !== false))
    return (
      abilities.may('logs:read') && (
        <Suspense>
          <LiveView
            onShowChecklist={tasks.length > 0 ? () => update({ setupChecklistHidden: false }) : undefined}
          />
        </Suspense>
      )
    );
  return (
    <Card
      title={t('get_started.checklist')}
      actions={
        isKnown && (
          <Row>
            <Text tone="soft">
              {isDone ? t('get_started.all_done') : t('get_started.done', { done, count: tasks.length })}
            </Text>
            <Button size="small" onClick={() => update({ setupChecklistHidden: true })}>
              {t('get_started.hide_checklist')}
            </Button>
          </Row>
        )
      }
    >
      <TaskList
        tasks={tasks.map(task => ({
          key: task,
          title: t(`get_started.tasks.${task}`),
          text: t(`get_started.task_texts.${task}`),
          isDone: progress[task],
          action: (
            <Button size="small" href={places[task]()}>
              {t(`get_started.actions.${task}`)}
            </Button>
          ),
        }))}
      />
    </Card>
  );
};
