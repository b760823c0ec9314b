import { questionLength } from '@gatehouse/contract/assistant.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { ChatComposer, ChatLog, ChatMessage } from '@gatehouse/ui/chat.tsx';
import { Drawer } from '@gatehouse/ui/drawer.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useBackCloses } from '../back-closes.ts';
import { canBeReached, contactLinks } from '../contact.ts';
import { useT } from '../phrases.tsx';
import { describeFailure } from '../session/report-errors.tsx';
import { AnswerView } from './answer.tsx';
import { ask, clear, setDraft, stop, useConversation } from './conversation.ts';

const examples = ['first_application', 'protect_api', 'rotate_keys', 'invite_member'] as const;

/** Questions about the product, answered from its guides. */
export const AssistantPanel = ({ onClose, onContact }: { onClose: () => void; onContact: () => void }) => {
  const t = useT();
  useBackCloses(onClose);
  const { turns, draft } = useConversation();
  const last = turns.at(-1);
  const isComing = last?.role === 'assistant' && last.state === 'coming';
  const send = (question: string) => {
    if (question.trim()) void ask(question.trim(), error => describeFailure(error, t));
  };
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={t('assistant.title')}
      description={t('assistant.text')}
      actions={
        <Stack gap={2} isGrowing>
          <ChatComposer
            label={t('assistant.question')}
            placeholder={t('assistant.placeholder')}
            value={draft}
            onChange={setDraft}
            onSend={() => send(draft)}
            sendLabel={t('assistant.send')}
            onStop={isComing ? stop : undefined}
            stopLabel={t('assistant.stop')}
            maxLength={questionLength}
          />
          <Row justify="between" gap={2}>
            <Text size="small" tone="faint">
              {t('assistant.disclaimer')}
            </Text>
            {turns.length > 0 && (
              <Button variant="quiet" size="small" onClick={clear}>
                {t('assistant.clear')}
              </Button>
            )}
          </Row>
        </Stack>
      }
    >
      <ChatLog label={t('assistant.conversation')}>
        <ChatMessage author="assistant" name={t('assistant.title')}>
          {t('assistant.intro')}
        </ChatMessage>
        {turns.length === 0 && <Examples onChoose={send} />}
        {turns.map((turn, index) =>
          turn.role === 'user' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: turns are only ever added at the end
            <ChatMessage key={index} author="person" name={t('assistant.you')}>
              {turn.text}
            </ChatMessage>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: turns are only ever added at the end
            <AnswerView key={index} answer={turn} onContact={onContact} />
          ),
        )}
        {canBeReached && <MoreHelp onContact={onContact} />}
      </ChatLog>
    </Drawer>
  );
};

const Examples = ({ onChoose }: { onChoose: (question: string) => void }) => {
  const t = useT();
  return (
    <Stack gap={2}>
      <Text tone="soft">{t('assistant.begin_with')}</Text>
      {examples.map(example => (
        <Button key={example} onClick={() => onChoose(t(`assistant.examples.${example}`))}>
          {t(`assistant.examples.${example}`)}
        </Button>
      ))}
    </Stack>
  );
};

const MoreHelp = ({ onContact }: { onContact: () => void }) => {
  const t = useT();
  return (
    <Row gap={1}>
      <Text size="small" tone="faint">
        {t('assistant.more_help')}
      </Text>
      <Button variant="quiet" size="small" onClick={onContact}>
        {t('assistant.contact')}
      </Button>
      {(['chat', 'issues'] as const)
        .filter(way => contactLinks[way])
        .map(way => (
          <Button key={way} variant="quiet" size="small" href={contactLinks[way]} target="_blank">
            {t(`contact.${way}`)}
          </Button>
        ))}
    </Row>
  );
};
