import type { BundlePlan } from '@gatehouse/contract/bundles.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { Divider } from '@gatehouse/ui/divider.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { Section } from '@gatehouse/ui/section.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowLeft, Equal } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { queryClient } from '../../../api.ts';
import { useT } from '../../../phrases.tsx';
import { useAbilities } from '../../../session/abilities.ts';
import { FailurePanel } from '../../../session/failure-panel.tsx';
import { currentTenantId } from '../../../session/tenant.ts';
import { ActionTag, ComparedFields } from '../../../templates/compared-fields.tsx';
import { Applied } from './applied.tsx';
import { useChoice } from './choice.ts';
import { ComparedObject } from './compared-object.tsx';
import { groupByArea } from './groups.ts';
import { useNamed } from './names.ts';
import type { Source } from './source.ts';

/** Compares, lets the person choose, shows the choice again, and applies it. */
export const Review = ({ source, onLeave }: { source: Source; onLeave: () => void }) => {
  const t = useT();
  const named = useNamed();
  const [appliedId, setAppliedId] = useState<string>();
  const { data, error, refetch } = useQuery({
    queryKey: ['management', currentTenantId(), 'bundle', source.key],
    queryFn: () => source.compare({}),
    select: named,
    staleTime: 0,
    retry: false,
    meta: { hideErrors: true },
  });
  return (
    <Section
      title={t('configuration.review', { name: source.name })}
      description={t('configuration.to_help')}
    >
      <Stack>
        <div>
          <Button icon={<ArrowLeft />} onClick={onLeave}>
            {t('configuration.back')}
          </Button>
        </div>
        {appliedId && <Applied changeId={appliedId} />}
        {error && <FailurePanel error={error} onRetry={() => void refetch()} />}
        {!data && !error && <DelayedLoading />}
        {data && !error && (
          <Comparison key={data.fingerprint} plan={data} source={source} onApplied={setAppliedId} />
        )}
      </Stack>
    </Section>
  );
};

type ComparisonProps = {
  plan: BundlePlan;
  source: Source;
  onApplied: (changeId: string | undefined) => void;
};

const Comparison = ({ plan, source, onApplied }: ComparisonProps) => {
  const t = useT();
  const named = useNamed();
  const choice = useChoice(plan.changes);
  const { mayWrite } = useAbilities();
  const [preview, setPreview] = useState<BundlePlan>();
  const look = useMutation({
    mutationFn: () => source.compare(choice.choice),
    onSuccess: found => setPreview(named(found)),
  });
  if (preview)
    return (
      <Preview
        plan={preview}
        source={source}
        chosen={choice.choice}
        onBack={() => setPreview(undefined)}
        onApplied={onApplied}
      />
    );
  if (plan.changes.length === 0)
    return <EmptyState icon={<Equal aria-hidden />}>{t('configuration.same')}</EmptyState>;
  return (
    <>
      <ChangesByArea plan={plan}>
        {change => <ComparedObject change={change} sourceName={source.name} choice={choice} />}
      </ChangesByArea>
      <Row justify="between">
        <Text tone="soft">
          {choice.missing > 0
            ? t('configuration.missing', { number: choice.missing })
            : t('configuration.chosen', { number: choice.count })}
        </Text>
        <Button
          variant="primary"
          disabled={choice.count === 0 || choice.missing > 0 || !mayWrite}
          title={mayWrite ? undefined : t('permission.no_write')}
          isLoading={look.isPending}
          onClick={() => look.mutate()}
        >
          {t('configuration.preview')}
        </Button>
      </Row>
    </>
  );
};

type PreviewProps = ComparisonProps & {
  chosen: Parameters<Source['compare']>[0];
  onBack: () => void;
};

/** Exactly what will be written: the server refuses it if either side has changed since. */
const Preview = ({ plan, source, chosen, onBack, onApplied }: PreviewProps) => {
  const t = useT();
  const apply = useMutation({
    mutationFn: () => source.apply({ ...chosen, fingerprint: plan.fingerprint, overwrite: true }),
    onSuccess: ({ changeId }) => onApplied(changeId ?? undefined),
    // Both sides are compared again, also after a failure.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['management', currentTenantId()] }),
  });
  return (
    <>
      <ChangesByArea plan={plan}>
        {change => (
          <>
            <Row justify="between">
              <Text isStrong>{change.name}</Text>
              <ActionTag change={change} />
            </Row>
            {change.conflict && <Callout tone="warning">{t('configuration.conflict')}</Callout>}
            <ComparedFields change={change} sourceName={source.name} />
          </>
        )}
      </ChangesByArea>
      <Row justify="between">
        <Text tone="soft">{t('configuration.preview_help')}</Text>
        <Row>
          <Button onClick={onBack}>{t('configuration.change_choice')}</Button>
          <Button variant="primary" isLoading={apply.isPending} onClick={() => apply.mutate()}>
            {t('configuration.apply')}
          </Button>
        </Row>
      </Row>
    </>
  );
};

type ChangesProps = { plan: BundlePlan; children: (change: BundlePlan['changes'][number]) => ReactNode };

const ChangesByArea = ({ plan, children }: ChangesProps) => {
  const t = useT();
  return groupByArea(plan.changes).map(([title, changes]) => (
    <Card key={title} title={t(title)}>
      {changes.map((change, index) => (
        <Fragment key={change.path}>
          {index > 0 && <Divider />}
          {children(change)}
        </Fragment>
      ))}
    </Card>
  ));
};
