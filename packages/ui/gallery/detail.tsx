import { History, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../src/button.tsx';
import { DetailPage } from '../src/detail-page.tsx';
import { Drawer } from '../src/drawer.tsx';
import { EntityIcon } from '../src/entity-icon.tsx';
import { Field } from '../src/field.tsx';
import { FormSection, FormSections } from '../src/form-section.tsx';
import { MultiTextInput } from '../src/multi-text-input.tsx';
import { SaveBar } from '../src/save-bar.tsx';
import { Tag } from '../src/tag.tsx';
import { Text } from '../src/text.tsx';
import { TextInput } from '../src/text-input.tsx';
import { Timeline } from '../src/timeline.tsx';

const saved = { name: 'Storefront', uris: ['https://shop.example.com/callback'] };

export function DetailExample() {
  const [values, setValues] = useState({
    name: 'Storefront (EU)',
    uris: ['https://shop.example.com/callback', 'shop.example.com/callback'],
  });
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const changed = [
    ...(values.name === saved.name ? [] : ['name']),
    ...(values.uris.join() === saved.uris.join() ? [] : ['redirect URIs']),
  ];
  return (
    <DetailPage
      back={{ href: '?page=list', label: 'Applications' }}
      name="Storefront"
      icon={<EntityIcon size="large">St</EntityIcon>}
      tags={
        <>
          <Tag tone="accent">SPA</Tag>
          <Tag tone="success" hasDot>
            Signing in
          </Tag>
        </>
      }
      copyableId="stf_8w2k1m0q4z"
      actions={
        <>
          <Button>Open guide</Button>
          <Button onClick={() => setIsHistoryOpen(true)}>History</Button>
        </>
      }
      menu={[{ label: 'Delete application', icon: <Trash2 />, isDanger: true, onSelect: () => {} }]}
      tabs={[
        { href: '?page=detail', label: 'Settings', isCurrent: true },
        { href: '?page=detail&tab=permissions', label: 'Permissions' },
        { href: '?page=detail&tab=branding', label: 'Branding' },
        { href: '?page=detail&tab=logs', label: 'Logs' },
      ]}
    >
      <FormSections>
        <FormSection
          title="General"
          help="How this application is called in the console and on consent pages."
        >
          <Field label="Name">
            <TextInput
              value={values.name}
              onChange={({ currentTarget }) => setValues({ ...values, name: currentTarget.value })}
            />
          </Field>
          <Field label="Description" isOptional>
            <TextInput placeholder="What is it for?" />
          </Field>
        </FormSection>
        <FormSection
          title="Where users return to"
          help="After sign-in we only redirect to addresses listed here, character by character."
        >
          <Field label="Redirect URIs">
            <MultiTextInput
              value={values.uris}
              onChange={uris => setValues({ ...values, uris })}
              errors={values.uris.map(uri =>
                uri.startsWith('https://') ? undefined : 'Start with https:// (or http:// on localhost).',
              )}
            />
          </Field>
        </FormSection>
      </FormSections>
      <SaveBar
        isShown={changed.length > 0}
        fields={changed}
        onDiscard={() => setValues(saved)}
        onSave={() => setValues(saved)}
      />
      <Drawer
        isOpen={isHistoryOpen}
        onClose={() => setIsHistoryOpen(false)}
        title="History"
        description="Storefront"
      >
        <Timeline
          entries={[
            {
              id: '2',
              title: 'Ada Lovelace changed the name',
              when: '2 minutes ago',
              icon: <History />,
              content: <Text tone="soft">“Shop” → “Storefront”</Text>,
              action: <Button size="small">Restore</Button>,
            },
            { id: '1', title: 'Tomás Rey created it', when: 'Nov 2, 2026' },
          ]}
        />
      </Drawer>
    </DetailPage>
  );
}
