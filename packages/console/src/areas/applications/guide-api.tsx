import { type ApplicationDetail, confidentialTypes } from '@gatehouse/contract/applications.ts';
import { resources } from '@gatehouse/contract/resources.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { tenantAudience } from '../../session/tenant.ts';
import { StepCode } from './guide-step.tsx';
import { callApi } from './guides/call-api.ts';
import type { Guide, GuideValues } from './guides/guide.ts';

/** The URL at which the APIs in the API guides listen. */
const exampleUrl = 'http://localhost:4000/orders';

const first = { page: 1, pageSize: 100 };

type ApiStepProps = { application: ApplicationDetail; guide: Guide; values: GuideValues };

/** Shows how this application calls one of the tenant's APIs on behalf of its user. */
export const ApiStep = ({ application, guide, values }: ApiStepProps) => {
  const t = useT();
  const [chosen, setChosen] = useState<string>();
  const { data } = useRead(
    resources.list,
    { query: { includeScopes: 'true' }, ...first },
    { hideErrors: true },
  );
  const apis = data?.[0].filter(({ indicator }) => indicator !== tenantAudience());
  const api = apis?.find(({ id }) => id === chosen) ?? apis?.[0];
  if (!apis) return null;
  if (!api) {
    return (
      <Callout
        action={
          <Button size="small" href={paths.apiResources()}>
            {t('general.open')}
          </Button>
        }
      >
        {t('applications.guide.no_api')}
      </Callout>
    );
  }
  const scope = api.scopes?.[0]?.name ?? 'read:orders';
  const withApi = { ...values, api: { resource: api.indicator, scope, url: exampleUrl } };
  return (
    <>
      <Row>
        <Select
          label={t('areas.api_resources')}
          value={api.id}
          onChange={setChosen}
          options={apis.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Button icon={<ShieldCheck />} href={paths.apiResourceGuide(api.id)}>
          {t('applications.guide.open')}
        </Button>
      </Row>
      <StepCode snippets={callApi(guide, withApi, confidentialTypes.includes(application.type))} />
    </>
  );
};
