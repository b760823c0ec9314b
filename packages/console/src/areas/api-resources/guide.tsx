import { resources } from '@gatehouse/contract/resources.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
import { Page, PageHeader } from '@gatehouse/ui/page-header.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useParams } from '@tanstack/react-router';
import { NotFound } from '../../not-found.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { tenantEndpoint } from '../../session/tenant.ts';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { isGuideId, protectApi } from './guides.ts';

/** How to check tokens in an API, with this tenant's and this API's real values filled in. */
export const ApiResourceGuide = () => {
  const t = useT();
  const { id = '', guideId = '' } = useParams({ strict: false }) as { id?: string; guideId?: string };
  const { data: resource, failure } = useReadOrFailure(resources.read, { params: { id } });
  if (!isGuideId(guideId)) return <NotFound />;
  if (failure) return failure;
  if (!resource) return <DelayedLoading />;
  const { install, check } = protectApi[guideId]({
    issuer: `${tenantEndpoint()}/oidc`,
    audience: resource.indicator,
  });
  return (
    <Page>
      <PageHeader
        title={t('api_resources.guide.title', { name: resource.name })}
        description={t('api_resources.guide.text')}
        actions={<Button href={paths.apiResource(id)}>{t('api_resources.guide.done')}</Button>}
      />
      <Card title={t('api_resources.guide.install')}>
        <CodeBlock code={install} />
      </Card>
      <Card title={t('api_resources.guide.check')}>
        <Text isBlock tone="soft">
          {t('api_resources.guide.check_text')}
        </Text>
        <CodeBlock code={check} />
      </Card>
    </Page>
  );
};
