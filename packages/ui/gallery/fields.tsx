import { AppWindow, Cpu, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../src/button.tsx';
import { CheckList } from '../src/check-list.tsx';
import { Checkbox } from '../src/checkbox.tsx';
import { CodeEditor } from '../src/code-editor.tsx';
import { Combobox, type ComboboxOption } from '../src/combobox.tsx';
import { Disclosure } from '../src/disclosure.tsx';
import { DurationInput } from '../src/duration-input.tsx';
import { Field } from '../src/field.tsx';
import { FormSection, FormSections } from '../src/form-section.tsx';
import { JsonInput } from '../src/json-input.tsx';
import { MultiTextInput } from '../src/multi-text-input.tsx';
import { NumberInput } from '../src/number-input.tsx';
import { Page, PageHeader } from '../src/page-header.tsx';
import { PasswordInput } from '../src/password-input.tsx';
import { RadioCards } from '../src/radio-cards.tsx';
import { SearchInput } from '../src/search-input.tsx';
import { Select } from '../src/select.tsx';
import { SortableList } from '../src/sortable-list.tsx';
import { Switch } from '../src/switch.tsx';
import { TagInput } from '../src/tag-input.tsx';
import { TextArea } from '../src/text-area.tsx';
import { TextInput } from '../src/text-input.tsx';
import { people } from './examples.ts';

export function FieldsPage() {
  return (
    <Page>
      <PageHeader title="Fields" description="Everything a form is made of." />
      <FormSections>
        <FormSection title="Text" help="Native inputs, wired to label, help and error.">
          <Texts />
        </FormSection>
        <FormSection title="Choices" help="One of a few, one of many, yes or no.">
          <Choices />
        </FormSection>
        <FormSection title="Lists" help="Several values in one field.">
          <Lists />
        </FormSection>
        <FormSection title="Code and order" help="Loaded where they are used.">
          <CodeAndOrder />
        </FormSection>
      </FormSections>
    </Page>
  );
}

function Texts() {
  const [search, setSearch] = useState('');
  const [days, setDays] = useState<number | null>(14);
  const [ttlSeconds, setTtlSeconds] = useState<number | null>(7200);
  const [json, setJson] = useState('{\n  "tier": "gold",\n  "seats": 12,\n}');
  return (
    <>
      <Field label="Name" isRequired>
        <TextInput defaultValue="Storefront (EU)" />
      </Field>
      <Field label="Identifier" error="Start with https:// (or http:// on localhost).">
        <TextInput isMono defaultValue="shop.example.com" />
      </Field>
      <Field label="Description" isOptional help="Shown on consent pages.">
        <TextArea placeholder="What is it for?" />
      </Field>
      <Field label="Created" help="It cannot be changed.">
        <TextInput disabled defaultValue="Nov 15, 2026" />
      </Field>
      <Field label="Password">
        <PasswordInput defaultValue="correct horse" autoComplete="off" />
      </Field>
      <Field label="Refresh token lifetime">
        <NumberInput value={days} onChange={setDays} unit="days" />
      </Field>
      <Field label="Access token lifetime" help={`${ttlSeconds} seconds`}>
        <DurationInput value={ttlSeconds} onChange={setTtlSeconds} />
      </Field>
      <Field label="Custom data">
        <JsonInput value={json} onChange={setJson} />
      </Field>
      {/* As on a page whose address takes a moment to change. */}
      <SearchInput
        value={search}
        onChange={value => setTimeout(() => setSearch(value), 400)}
        placeholder="Search by name or ID"
        hasShortcut
      />
      <p>The page searches for: {search || 'everything'}</p>
      <Button onClick={() => setSearch('storefront')}>Search for storefront</Button>
    </>
  );
}

const claims = [
  { path: 'context', type: 'object' },
  { path: 'context.user', type: 'object', description: 'Who the token is for.' },
  { path: 'context.user.name', type: 'string' },
];

function CodeAndOrder() {
  const [css, setCss] = useState('.card {\n  color: #6139f6;\n  padding: 12px;\n}');
  const [script, setScript] = useState('const claims = {\n  name: "Ada", // the user\n};\n');
  const [methods, setMethods] = useState(['Email', 'Phone', 'Username']);
  return (
    <>
      <Field label="Custom CSS">
        <CodeEditor label="Custom CSS" language="css" value={css} onChange={setCss} />
      </Field>
      <Field label="Script">
        <CodeEditor
          label="Script"
          language="typescript"
          value={script}
          onChange={setScript}
          completions={claims}
          problems={[{ line: 2, column: 3, message: 'name is a reserved claim.', severity: 'warning' }]}
        />
      </Field>
      <Field label="Sample">
        <CodeEditor label="Sample" language="json" value={'{ "sub": "abc123" }'} isReadOnly minLines={1} />
      </Field>
      <Field label="Sign-in methods">
        <SortableList items={methods} keyOf={name => name} nameOf={name => name} onChange={setMethods}>
          {name => name}
        </SortableList>
      </Field>
    </>
  );
}

function Choices() {
  const [type, setType] = useState<'spa' | 'native' | 'm2m' | null>('spa');
  const [algorithm, setAlgorithm] = useState<string | null>(null);
  const [isOn, setIsOn] = useState(true);
  const [isChecked, setIsChecked] = useState(false);
  return (
    <>
      <Field label="Signing algorithm">
        <Select
          value={algorithm}
          onChange={setAlgorithm}
          options={[
            { value: 'ES256', label: 'ES256', detail: 'Fast and short, the default' },
            { value: 'ES384', label: 'ES384' },
            { value: 'RS256', label: 'RS256', detail: 'For clients that know nothing else' },
          ]}
        />
      </Field>
      <Field label="Application type">
        <RadioCards
          value={type}
          onChange={setType}
          options={[
            {
              value: 'spa',
              title: 'Single-page app',
              description: 'Runs in the browser',
              icon: <AppWindow />,
            },
            { value: 'native', title: 'Native app', description: 'Phone or desktop', icon: <Smartphone /> },
            { value: 'm2m', title: 'Machine-to-machine', description: 'No user present', icon: <Cpu /> },
          ]}
        />
      </Field>
      <Switch
        value={isOn}
        onChange={setIsOn}
        label="Rotate refresh tokens"
        help="A used refresh token is replaced by a new one."
      />
      <Disclosure title="Advanced">
        <Checkbox value={isChecked} onChange={setIsChecked} label="Allow clients without a secret" />
      </Disclosure>
      <Switch value={false} onChange={() => {}} disabled label="Not available on this plan" />
      <Checkbox value={isChecked} onChange={setIsChecked} label="Always issue a refresh token" />
      <Checkbox value={false} isIndeterminate onChange={() => {}} label="Some of them" />
      <Checkbox value onChange={() => {}} label="All of them" />
    </>
  );
}

const search = async (query: string): Promise<ComboboxOption[]> =>
  people
    .filter(person => person.name.toLowerCase().includes(query.toLowerCase()))
    .map(person => ({ value: person.email, label: person.name, detail: person.email }));

const permissionsOf = (name: string): ComboboxOption[] =>
  ['read', 'write'].map(verb => ({ value: `${verb}:${name}`, label: `${verb}:${name}` }));

function Lists() {
  const [uris, setUris] = useState(['https://shop.example.com/callback', 'shop.example.com/callback']);
  const [emails, setEmails] = useState(['ada@harbour.example', 'not-an-address']);
  const [chosen, setChosen] = useState<ComboboxOption[]>([
    { value: people[0]!.email, label: people[0]!.name },
  ]);
  const [permissions, setPermissions] = useState<ComboboxOption[]>([]);
  return (
    <>
      <Field label="Redirect URIs">
        <MultiTextInput
          value={uris}
          onChange={setUris}
          errors={uris.map(uri =>
            !uri || /^https?:/.test(uri) ? undefined : 'Start with https:// (or http:// on localhost).',
          )}
        />
      </Field>
      <Field label="Invite by email" help="Separate with a space, a comma or Enter.">
        <TagInput value={emails} onChange={setEmails} isValid={entry => /.@./.test(entry)} />
      </Field>
      <Field label="Members">
        <Combobox value={chosen} onChange={setChosen} search={search} placeholder="Search people" />
      </Field>
      <Field label="Permissions">
        <CheckList
          value={permissions}
          onChange={setPermissions}
          groups={[
            { id: 'orders', title: 'Orders', options: permissionsOf('orders') },
            { id: 'invoices', title: 'Invoices', options: permissionsOf('invoices') },
          ]}
          emptyText="There is nothing to choose from."
        />
      </Field>
    </>
  );
}
