import { useState } from 'react';
import { Button } from '../src/button.tsx';
import { Card } from '../src/card.tsx';
import { ErrorPanel } from '../src/error-panel.tsx';
import { Grid } from '../src/layout.tsx';
import { NotFoundPage } from '../src/not-found-page.tsx';
import { Page, PageHeader } from '../src/page-header.tsx';
import { PlaceholderPage } from '../src/placeholder-page.tsx';

export function MessagesPage() {
  const [retries, setRetries] = useState(0);
  return (
    <Page>
      <PageHeader title="Errors and gaps" description={`Tried again ${retries} times.`} />
      <Grid minWidth="380px">
        <Card>
          <ErrorPanel
            code="entity.not_found"
            message="This application does not exist any more."
            details={'Error: 404\n    at request (api.ts:12:7)'}
            onRetry={() => setRetries(retries + 1)}
          />
        </Card>
        <Card>
          <NotFoundPage action={<Button href="?page=list">Go to applications</Button>} />
        </Card>
      </Grid>
    </Page>
  );
}

export const PlaceholderExample = () => (
  <PlaceholderPage title="Audit logs">
    Every sign-in, token and change will be listed here, with filters and a live view.
  </PlaceholderPage>
);
