import { resources } from '@gatehouse/contract/resources.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
import { Page, PageHeader } from '@gatehouse/ui/page-header.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useParams } from '@tanstack/react-router';
import { useRead } from '../../api.ts';
import { useGoOn } from '../../link.tsx';
import { NotFound } from '../../not-found.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { tenantEndpoint } from '../../session/tenant.ts';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { type ApiGuideId, apiGuides, isGuideId, testRequests } from './guides.ts';

const frameworks = Object.entries(apiGuides).map(([value, { name }]) => ({
  value: value as ApiGuideId,
  label: name,
}));

/** Shows how to verify tokens in an API, with the real values of this tenant and API filled in. */
export const ApiResourceGuide = () => {
  const t = useT();
  const goOn = useGoOn();
  const { id = '', guideId = '' } = useParams({ strict: false }) as { id?: string; guideId?: string };
  const { data: resource, failure } = useReadOrFailure(resources.read, { params: { id } });
  const { data: scopes } = useRead(resources.listScopes, { params: { resourceId: id } });
  if (!isGuideId(guideId)) return <NotFound />;
  if (failure) return failure;
  if (!resource || !scopes) return <DelayedLoading />;
  const { install, file, start, url, check } = apiGuides[guideId];
  const code = check({
    issuer: `${tenantEndpoint()}/oidc`,
    audience: resource.indicator,
    scope: scopes[0]?.name ?? 'read:orders',
  });
  return (
    <Page>
      <PageHeader
        title={t('api_resources.guide.title', { name: resource.name })}
        description={t('api_resources.guide.text')}
        actions={
          <>
            <Select
              label={t('api_resources.guide.framework')}
              value={guideId}
              onChange={framework => goOn(paths.apiResourceGuide(id, framework))}
              options={frameworks}
            />
            <Button href={paths.apiResource(id)}>{t('api_resources.guide.done')}</Button>
          </>
        }
      />
      <Card title={t('api_resources.guide.install')}>
        <CodeBlock code={install} />
      </Card>
      <Card title={t('api_resources.guide.check')}>
        <Text isBlock tone="soft">
          {t('api_resources.guide.check_text')}
        </Text>
        <CodeBlock label={file} code={code.trimEnd()} />
      </Card>
      <Card title={t('api_resources.guide.test')}>
        <Text isBlock tone="soft">
          {t('api_resources.guide.test_text')}
        </Text>
        <CodeBlock code={start} />
        <CodeBlock code={testRequests(url)} />
      </Card>
    </Page>
  );
};
