import { Languages, LogOut, Palette, User } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '../src/avatar.tsx';
import { Button } from '../src/button.tsx';
import { Card } from '../src/card.tsx';
import { CommandPalette } from '../src/command-palette.tsx';
import { useConfirm } from '../src/confirm.tsx';
import type { ConfirmOptions } from '../src/confirm-options.ts';
import { Dialog } from '../src/dialog.tsx';
import { Drawer } from '../src/drawer.tsx';
import { EntityName } from '../src/entity-icon.tsx';
import { Field } from '../src/field.tsx';
import { Row } from '../src/layout.tsx';
import { Menu } from '../src/menu.tsx';
import { Page, PageHeader } from '../src/page-header.tsx';
import { Popover } from '../src/popover.tsx';
import { Select } from '../src/select.tsx';
import { TextInput } from '../src/text-input.tsx';
import { useToast } from '../src/toast.tsx';
import { people } from './examples.ts';

export function OverlaysPage() {
  const toast = useToast();
  return (
    <Page>
      <PageHeader title="Overlays" description="What lies above the page." />
      <Card title="Questions">
        <Questions />
      </Card>
      <Card title="Dialog, drawer, popover, palette">
        <Panels />
      </Card>
      <Card title="Menu">
        <UserMenu />
      </Card>
      <Card title="Toasts">
        <Row>
          <Button onClick={() => toast.success('Webhook created')}>Show success</Button>
          <Button
            onClick={() =>
              toast.error('Could not save the webhook', { description: 'The address is not reachable.' })
            }
          >
            Show error
          </Button>
          <Button
            onClick={() =>
              toast.info('Application deleted', {
                durationMs: 0,
                actions: [{ label: 'Undo', onClick: () => {} }],
              })
            }
          >
            Show lasting info
          </Button>
        </Row>
      </Card>
    </Page>
  );
}

function Questions() {
  const confirm = useConfirm();
  const [answers, setAnswers] = useState<string[]>([]);
  const ask = async (name: string, options: ConfirmOptions) => {
    const answer = await confirm(options);
    setAnswers(earlier => [...earlier, `${name}: ${JSON.stringify(answer)}`]);
  };
  const deletion = {
    title: 'Delete webhook?',
    body: 'Deliveries stop at once.',
    confirmLabel: 'Delete webhook',
  };
  return (
    <>
      <Row>
        <Button onClick={() => ask('delete', { ...deletion, isDanger: true })}>Ask</Button>
        <Button
          onClick={() =>
            ask('alert', { type: 'alert', title: 'Plan limit reached', body: 'Three webhooks.' })
          }
        >
          Tell
        </Button>
        <Button
          onClick={() =>
            ask('named', {
              title: 'Delete application?',
              body: 'Its users can no longer sign in to it.',
              nameToType: 'Storefront',
              confirmLabel: 'Delete application',
              isDanger: true,
            })
          }
        >
          Ask for the name
        </Button>
        <Button
          onClick={() =>
            ask('payload', {
              title: 'Suspend user?',
              confirmLabel: 'Suspend user',
              body: ({ setPayload }) => (
                <Field label="Reason">
                  <TextInput onChange={({ currentTarget }) => setPayload(currentTarget.value)} />
                </Field>
              ),
            })
          }
        >
          Ask with a payload
        </Button>
        <Button
          onClick={() => {
            void ask('first', { title: 'First question' });
            void ask('second', { title: 'Second question' });
          }}
        >
          Ask twice
        </Button>
      </Row>
      <output>{answers.join('; ')}</output>
    </>
  );
}

function Panels() {
  const [opened, setOpened] = useState<'dialog' | 'drawer' | 'palette'>();
  const [query, setQuery] = useState('');
  const [type, setType] = useState<string | null>('user');
  const close = () => setOpened(undefined);
  const found = people.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()));
  return (
    <Row>
      <Button onClick={() => setOpened('dialog')}>Open dialog</Button>
      <Button onClick={() => setOpened('drawer')}>Open drawer</Button>
      <Button onClick={() => setOpened('palette')}>Open palette</Button>
      <Popover trigger={<Button>Open popover</Button>} title="What is this?">
        A popover holds something small to read or to do.
      </Popover>
      <Dialog
        isOpen={opened === 'dialog'}
        onClose={close}
        onSubmit={close}
        title="Create role"
        description="Roles collect permissions."
        actions={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" type="submit">
              Create role
            </Button>
          </>
        }
      >
        <Field label="Name">
          <TextInput placeholder="Editor" />
        </Field>
        <Field label="Type">
          <Select
            value={type}
            onChange={setType}
            options={[
              { value: 'user', label: 'User' },
              { value: 'm2m', label: 'Machine-to-machine' },
            ]}
          />
        </Field>
      </Dialog>
      <Drawer isOpen={opened === 'drawer'} onClose={close} title="Log entry">
        Signed in with a passkey.
      </Drawer>
      <CommandPalette
        isOpen={opened === 'palette'}
        onClose={close}
        query={query}
        onQueryChange={setQuery}
        placeholder="Search or jump to…"
        groups={[
          {
            title: 'Users',
            commands: found.map(({ name, email }) => ({
              id: email,
              label: name,
              detail: email,
              icon: <Avatar name={name} />,
              onRun: () => {},
            })),
          },
          {
            title: 'Go to',
            commands: [
              { id: 'users', label: 'User management', icon: <User />, kbd: 'G U', onRun: () => {} },
            ],
          },
        ]}
      />
    </Row>
  );
}

function UserMenu() {
  const [language, setLanguage] = useState('en');
  const [look, setLook] = useState('system');
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <Menu
      align="start"
      trigger={<Button icon={<Avatar name="Ada Lovelace" size={20} />}>Ada Lovelace</Button>}
      items={[
        {
          kind: 'content',
          content: (
            <EntityName
              icon={<Avatar name="Ada Lovelace" size={36} />}
              name="Ada Lovelace"
              detail="ada@harbour.example"
            />
          ),
        },
        { kind: 'separator' },
        { kind: 'link', label: 'Profile', icon: <User />, href: '?page=fields', target: '_blank' },
        {
          kind: 'choice',
          label: 'Language',
          icon: <Languages />,
          value: language,
          onChange: setLanguage,
          options: [
            { value: 'en', label: 'English' },
            { value: 'de', label: 'Deutsch' },
            { value: 'ar', label: 'العربية' },
          ],
        },
        {
          kind: 'choice',
          label: 'Appearance',
          icon: <Palette />,
          value: look,
          onChange: setLook,
          options: [
            { value: 'system', label: 'System' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ],
        },
        { kind: 'separator' },
        {
          label: 'Sign out',
          icon: <LogOut />,
          keepsOpen: true,
          isLoading: isLeaving,
          onSelect: () => setIsLeaving(true),
        },
      ]}
    />
  );
}
