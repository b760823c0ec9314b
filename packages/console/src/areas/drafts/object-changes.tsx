import { type DraftObject, type DraftRequest, drafts } from '@gatehouse/contract/drafts.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { IconButton } from '@gatehouse/ui/icon-button.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { Trash2 } from 'lucide-react';
import { useWrite } from '../../api.ts';
import { innerFields, saysSomething } from '../../history/change.tsx';
import { useFieldNames } from '../../history/field-names.ts';
import { useKindWords } from '../../history/kind-words.ts';
import { useT } from '../../phrases.tsx';
import { useAbilities } from '../../session/abilities.ts';
import { ActionTag, ComparedFields } from '../../templates/compared-fields.tsx';

type ObjectChangesProps = {
  draftId: string | undefined;
  object: DraftObject;
  requests: readonly DraftRequest[];
};

/** One object, live and in the draft, with the requests that change it. */
export const ObjectChanges = ({ draftId, object, requests }: ObjectChangesProps) => {
  const t = useT();
  const nameOfKind = useKindWords();
  const labelOf = useFieldNames(object.objectKind);
  const { objectKind, objectName, conflict, summary: action, fields } = object;
  const kind = nameOfKind(objectKind);
  const name = objectName && objectName !== kind ? `${kind} · ${objectName}` : kind;
  const compared = fields
    .flatMap(innerFields)
    .filter(saysSomething)
    .map(({ name: path, before, after }) => ({ path, before, after }));
  const change = { name, action, fields: compared };
  return (
    <Card title={name} actions={<ActionTag change={change} />}>
      <Stack gap={3}>
        {conflict && (
          <Callout
            tone="warning"
            title={t('drafts.conflict', { fields: conflict.fields.map(field => labelOf(field) ?? field) })}
          >
            {conflict.actor && <bdi>{conflict.actor}</bdi>}
            {conflict.at !== undefined && (
              <>
                {' · '}
                <DateText value={conflict.at} />
              </>
            )}
          </Callout>
        )}
        {compared.length === 0 && <Text tone="soft">{t('drafts.no_difference')}</Text>}
        <ComparedFields
          kind={objectKind}
          change={change}
          sourceName={t('drafts.draft')}
          targetName={t('drafts.live')}
        />
        <RequestLines draftId={draftId} requests={requests} />
      </Stack>
    </Card>
  );
};

type RequestsProps = { draftId?: string | undefined; requests: readonly DraftRequest[]; failedId?: string };

/** Requests whose effects are not compared. */
export const Requests = (props: RequestsProps) => {
  const t = useT();
  return (
    <Card title={t('drafts.requests')}>
      <RequestLines {...props} />
    </Card>
  );
};

const RequestLines = ({ draftId, requests, failedId }: RequestsProps) => {
  const t = useT();
  const { mayWrite } = useAbilities();
  const remove = useWrite(drafts.removeRequest);
  return (
    <Stack gap={2}>
      {requests.map(({ id, method, path, author, createdAt }) => (
        <Row key={id} justify="between" isOneLine>
          <Stack gap={1}>
            <Text isMono size="small">
              <bdi dir="ltr">
                {method} {path}
              </bdi>
            </Text>
            <Text tone="soft" size="small">
              <bdi>{author.name ?? author.id}</bdi>
              {' · '}
              <DateText value={createdAt} />
            </Text>
          </Stack>
          <Row>
            {failedId === id && <Tag tone="danger">{t('drafts.refused_request')}</Tag>}
            {draftId && mayWrite && (
              <IconButton
                label={t('drafts.remove_request')}
                icon={<Trash2 />}
                onClick={() => remove.mutate({ params: { id: draftId, requestId: id } })}
              />
            )}
          </Row>
        </Row>
      ))}
    </Stack>
  );
};
