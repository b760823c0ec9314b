import { type Draft, drafts } from '@gatehouse/contract/drafts.ts';
import { shortMoment } from '@gatehouse/phrases/formatters.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { TextArea } from '@gatehouse/ui/text-area.tsx';
import { Timeline } from '@gatehouse/ui/timeline.tsx';
import { MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../api.ts';
import { useTranslation } from '../../phrases.tsx';
import { useAbilities } from '../../session/abilities.ts';
import { useEntity } from '../../templates/entity-detail.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';

export const DraftComments = () => {
  const { t, language } = useTranslation();
  const { id } = useEntity<Draft>();
  const { mayWrite } = useAbilities();
  const { data, failure } = useReadOrFailure(drafts.listComments, { params: { id } });
  const comment = useWrite(drafts.comment);
  const [text, setText] = useState('');
  const send = () => comment.mutate({ params: { id }, body: { text } }, { onSuccess: () => setText('') });
  return (
    <Stack gap={4}>
      {failure}
      {data?.length === 0 && <Text tone="soft">{t('drafts.no_comments')}</Text>}
      {data && data.length > 0 && (
        <Timeline
          entries={data.map(each => ({
            id: each.id,
            title: <bdi>{each.author.name ?? each.author.id}</bdi>,
            when: shortMoment(each.createdAt, language),
            dateTime: new Date(each.createdAt).toISOString(),
            icon: <MessageSquare />,
            content: (
              <Text keepsLines>
                <bdi>{each.text}</bdi>
              </Text>
            ),
          }))}
        />
      )}
      {mayWrite && (
        <Stack gap={3}>
          <Field label={t('drafts.comment')}>
            <TextArea
              value={text}
              maxLength={2048}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
          </Field>
          <Row>
            <Button disabled={text.trim() === ''} isLoading={comment.isPending} onClick={send}>
              {t('drafts.add_comment')}
            </Button>
          </Row>
        </Stack>
      )}
    </Stack>
  );
};
