import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { TaskList } from '@gatehouse/ui/task-list.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { useAbilities } from '../../session/abilities.ts';
import { useProgress } from './progress.ts';

const tasksOf = (mayInvite: boolean) =>
  [
    'application',
    'sign_in',
    'connector',
    'user',
    ...(mayInvite ? (['member'] as const) : []),
    'first_sign_in',
  ] as const;

const placesFor = (sampleHref: string | undefined) => ({
  application: () => paths.createApplication(),
  sign_in: () => paths.area('sign-in-experience'),
  connector: () => paths.area('connectors'),
  user: () => paths.createUser(),
  member: () => paths.tenantSettings('members'),
  first_sign_in: () => sampleHref ?? paths.createApplication(),
});

/** The first steps in a tenant; it knows which of them are done. */
export const Checklist = () => {
  const t = useT();
  const progress = useProgress();
  const places = placesFor(progress.sampleHref);
  const tasks = tasksOf(useAbilities().mayInvite);
  const done = tasks.filter(task => progress[task]).length;
  const isKnown = tasks.every(task => progress[task] !== undefined);
  return (
    <Card
      title={t('get_started.checklist')}
      actions={
        isKnown && (
          <Text tone="soft">
            {done === tasks.length
              ? t('get_started.all_done')
              : t('get_started.done', { done, count: tasks.length })}
          </Text>
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
