import type { DnsRecord, DomainStatus } from '@gatehouse/contract/domains.ts';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import type { Tone } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useWords, type Words } from '../phrases.tsx';

export const domainTones: Readonly<Record<DomainStatus, Tone>> = {
  PendingVerification: 'warning',
  PendingSsl: 'accent',
  Active: 'success',
  Error: 'danger',
};

type DnsRecordsProps = {
  words: Words<'records' | 'records_text' | 'record_type' | 'record_name' | 'record_value'>;
  domain: string;
  records: DnsRecord[];
};

/** What the owner of a custom domain has to put into DNS. */
export const DnsRecords = ({ words, domain, records }: DnsRecordsProps) => {
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
