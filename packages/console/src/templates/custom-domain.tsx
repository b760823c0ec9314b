import { createDomain, type DnsRecord, type Domain } from '@gatehouse/contract/domains.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { IconButton } from '@gatehouse/ui/icon-button.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Tag, type Tone } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { RefreshCw, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords, type Words } from '../phrases.tsx';
import { FormDialog } from './form-dialog.tsx';
import { FormField } from './form-field.tsx';

/** Of a tenant's pages or of a protected site: either way its owner sets DNS records and waits. */
type CustomDomain = Pick<Domain, 'domain' | 'status' | 'errorMessage' | 'dnsRecords'>;

type DomainWords = Words<
  | 'add'
  | 'add_text'
  | 'added'
  | 'name'
  | 'name_help'
  | 'name_placeholder'
  | 'statuses.Active'
  | 'records'
  | 'records_text'
  | 'record_type'
  | 'record_name'
  | 'record_value'
  | 'check'
  | 'check_help'
>;

const tones: Readonly<Record<CustomDomain['status'], Tone>> = {
  PendingVerification: 'warning',
  PendingSsl: 'accent',
  Active: 'success',
  Error: 'danger',
};

/** Polls domains that are still waiting for DNS or a certificate. */
export const refreshWhileWaiting = (domains: readonly CustomDomain[] | undefined) =>
  domains?.some(({ status }) => status !== 'Active') ? 10_000 : false;

type DomainActionsProps = {
  words: DomainWords;
  status: CustomDomain['status'];
  deleteLabel: string;
  onDelete: () => void;
};

/** The status of a domain, with a button to delete it. */
export const DomainActions = ({ words, status, deleteLabel, onDelete }: DomainActionsProps) => {
  const say = useWords(words);
  return (
    <Row gap={2} isOneLine>
      <Tag tone={tones[status]} hasDot>
        {say(`statuses.${status}`)}
      </Tag>
      <IconButton label={deleteLabel} icon={<Trash2 />} onClick={onDelete} />
    </Row>
  );
};

type DomainStateProps = {
  words: DomainWords;
  domain: CustomDomain;
  isChecking: boolean;
  onCheck: () => void;
  /** Content for a domain that works. */
  children: ReactNode;
};

/** The problem with a domain, and the DNS records its owner must create. */
export const DomainState = ({
  words,
  domain: { domain, status, errorMessage, dnsRecords },
  isChecking,
  onCheck,
  children,
}: DomainStateProps) => {
  const say = useWords(words);
  return (
    <>
      {errorMessage && <Callout tone={status === 'Error' ? 'danger' : 'info'}>{errorMessage}</Callout>}
      {status === 'Active' ? (
        children
      ) : (
        <>
          <DnsRecords words={words} domain={domain} records={dnsRecords} />
          <Row>
            <Button icon={<RefreshCw />} isLoading={isChecking} onClick={onCheck}>
              {say('check')}
            </Button>
            <Text tone="faint" size="small">
              {say('check_help')}
            </Text>
          </Row>
        </>
      )}
    </>
  );
};

type DnsRecordsProps = { words: DomainWords; domain: string; records: DnsRecord[] };

const DnsRecords = ({ words, domain, records }: DnsRecordsProps) => {
  const say = useWords(words);
  return (
    <>
      <Text tone="soft" isBlock>
        {say('records_text')}
      </Text>
      <DataTable
        label={say('records', { name: domain })}
        rows={records}
        rowKey={({ type, name }) => `${type} ${name}`}
        rowName={({ name }) => name}
        columns={[
          { id: 'type', header: say('record_type'), cell: ({ type }) => type },
          { id: 'name', header: say('record_name'), cell: ({ name }) => <CopyText text={name} isWrapped /> },
          {
            id: 'value',
            header: say('record_value'),
            cell: ({ value }) => <CopyText text={value} isWrapped />,
          },
        ]}
      />
    </>
  );
};

type AddDomainProps = {
  words: DomainWords;
  add: (domain: string) => Promise<unknown>;
  onClose: () => void;
};

export const AddDomain = ({ words, add, onClose }: AddDomainProps) => {
  const say = useWords(words);
  const toast = useToast();
  return (
    <FormDialog
      title={say('add')}
      description={say('add_text')}
      submitLabel={say('add')}
      schema={createDomain}
      defaultValues={{ domain: '' }}
      onClose={onClose}
      submit={async ({ domain }) => {
        await add(domain);
        toast.success(say('added', { name: domain }));
        onClose();
      }}
    >
      {form => (
        <FormField
          form={form}
          name="domain"
          label={say('name')}
          help={say('name_help')}
          placeholder={say('name_placeholder')}
          inputMode="url"
          isMono
        />
      )}
    </FormDialog>
  );
};
