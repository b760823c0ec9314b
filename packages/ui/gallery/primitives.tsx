import { Plus, Trash2, Webhook } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '../src/avatar.tsx';
import { AvatarStack } from '../src/avatar-stack.tsx';
import { Button } from '../src/button.tsx';
import { Callout } from '../src/callout.tsx';
import { Card } from '../src/card.tsx';
import { CopyText } from '../src/copy-text.tsx';
import { Divider } from '../src/divider.tsx';
import { EntityIcon, EntityName } from '../src/entity-icon.tsx';
import { IconButton } from '../src/icon-button.tsx';
import { commandKey, Kbd } from '../src/kbd.tsx';
import { Grid, Row, Stack } from '../src/layout.tsx';
import { TextLink } from '../src/link.tsx';
import { Logo } from '../src/logo.tsx';
import { Page, PageHeader } from '../src/page-header.tsx';
import { Skeleton } from '../src/skeleton.tsx';
import { DelayedLoading, Spinner } from '../src/spinner.tsx';
import { Tag } from '../src/tag.tsx';
import { Text } from '../src/text.tsx';
import { Tooltip } from '../src/tooltip.tsx';
import { people } from './examples.ts';

const face =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Crect width='8' height='8' fill='%23f59e0b'/%3E%3Ccircle cx='4' cy='3' r='1.6' fill='%23fff'/%3E%3Ccircle cx='4' cy='8' r='3' fill='%23fff'/%3E%3C/svg%3E";

export function PrimitivesPage() {
  return (
    <Page>
      <PageHeader title="Primitives" description="The small parts that everything else is made of." />
      <Card title="Buttons">
        <Buttons />
      </Card>
      <Card title="Avatars">
        <Row>
          <Avatar label="With a picture" name="Mary Shelley" src={face} size={32} />
          <Avatar label="With a broken picture" name="Mary Shelley" src="data:image/png,broken" size={32} />
          <Avatar
            label="With a tooltip"
            name="Mary Shelley"
            size={32}
            lines={['Mary Shelley', 'mary@harbour.example', '+49 30 1234567', 'mary']}
          />
          <Avatar label="Nobody" size={32} />
          {[...'ABCDEFGHIJKL'].map(letter => (
            <Avatar key={letter} label={letter} name={letter} size={32} />
          ))}
          <AvatarStack
            people={people.slice(0, 3).map(({ email, name }) => ({ id: email, name }))}
            count={1204}
          />
        </Row>
      </Card>
      <Card title="Words and marks">
        <Stack>
          <Row>
            <Tag>Native</Tag>
            <Tag tone="accent">SPA</Tag>
            <Tag tone="success" hasDot>
              Signing in
            </Tag>
            <Tag tone="warning">Expires soon</Tag>
            <Tag tone="danger">Suspended</Tag>
            <Kbd>/</Kbd>
            <Kbd>{commandKey('K')}</Kbd>
            <Logo />
            <Logo size={36} label="Gatehouse" />
          </Row>
          <Row>
            <EntityIcon size="small">Wi</EntityIcon>
            <EntityIcon>St</EntityIcon>
            <EntityIcon size="large">
              <Webhook />
            </EntityIcon>
            <EntityName icon={<EntityIcon>Ba</EntityIcon>} name="Back office" detail="Traditional web" />
          </Row>
          <Text isBlock>
            Normal, <Text tone="soft">soft</Text>, <Text tone="faint">faint</Text>,{' '}
            <Text isStrong>strong</Text>, <Text isMono>monospaced</Text>, <Text tone="danger">danger</Text>{' '}
            and <TextLink href="#link">a link in running text</TextLink>.
          </Text>
          <CopyText text="stf_8w2k1m0q4z" label="Copy app id" />
          <CopyText isBoxed text="https://harbour.example.com/oidc/.well-known/openid-configuration" />
          <Divider />
          <Divider>or</Divider>
        </Stack>
      </Card>
      <Grid minWidth="320px">
        <Callout>Users see this page in the language of their browser.</Callout>
        <Callout tone="success" title="Domain verified">
          Certificates renew by themselves.
        </Callout>
        <Callout
          tone="warning"
          title="No email connector"
          action={<Button size="small">Set up email</Button>}
        >
          Verification codes cannot be sent yet.
        </Callout>
        <Callout tone="danger" title="Certificate expired">
          Sign-in through this provider fails since yesterday.
        </Callout>
      </Grid>
      <Grid minWidth="320px">
        <Card title="Loading">
          <Stack>
            <Row>
              <Spinner />
              <Spinner size={24} />
            </Row>
            <Skeleton width="60%" />
            <Skeleton width="90%" />
          </Stack>
        </Card>
        <Card title="Page loading">
          <DelayedLoading />
        </Card>
      </Grid>
    </Page>
  );
}

function Buttons() {
  const [isLoading, setIsLoading] = useState(false);
  return (
    <Stack>
      <Row>
        <Button variant="primary" kbd="N" icon={<Plus />}>
          Create application
        </Button>
        <Button>Open guide</Button>
        <Button variant="quiet">Discard</Button>
        <Button variant="danger" icon={<Trash2 />}>
          Delete webhook
        </Button>
        <Tooltip content="Removes the webhook at once">
          <IconButton label="Delete" icon={<Trash2 />} />
        </Tooltip>
        <IconButton variant="secondary" label="Add" icon={<Plus />} />
        <Button href="#docs">Open docs</Button>
      </Row>
      <Row>
        <Button size="small">Small</Button>
        <Button size="large" variant="primary">
          Large
        </Button>
        <Button disabled>Disabled</Button>
        <Button variant="primary" isLoading={isLoading} onClick={() => setIsLoading(true)}>
          Start loading
        </Button>
        <Button onClick={() => setIsLoading(false)}>Stop loading</Button>
      </Row>
    </Stack>
  );
}
