import { Button } from '@gatehouse/ui/button.tsx';
import { ChatMessage, ChatQuote } from '@gatehouse/ui/chat.tsx';
import { CopyButton } from '@gatehouse/ui/copy-button.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { canBeReached } from '../contact.ts';
import { useT } from '../phrases.tsx';
import { AnswerText } from './answer-text.tsx';
import type { Answer } from './conversation.ts';

/** An answer as far as it has come: a model's words with their sources, or passages of the guides. */
export const AnswerView = ({ answer, onContact }: { answer: Answer; onContact: () => void }) => {
  const t = useT();
  const { text, passages, sources = [], state, reason } = answer;
  const isEmpty = !text && !passages;
  const copied = passages
    ? passages.map(({ title, url, excerpt }) => `${title}\n${excerpt}\n${url}`).join('\n\n')
    : text;
  return (
    <ChatMessage
      author="assistant"
      name={t('assistant.title')}
      actions={
        state !== 'coming' && (
          <>
            {!isEmpty && <CopyButton text={copied} label={t('assistant.copy')} />}
            {canBeReached && (
              <Button variant="quiet" size="small" onClick={onContact}>
                {t('assistant.get_help')}
              </Button>
            )}
          </>
        )
      }
    >
      {isEmpty && state === 'coming' && <DelayedLoading label={t('assistant.thinking')} />}
      {passages && (
        <span>{t(passages.length > 0 ? 'assistant.from_guides' : 'assistant.nothing_found')}</span>
      )}
      {passages?.map(({ title, url, excerpt }) => (
        <ChatQuote
          key={url}
          source={
            <TextLink href={url} target="_blank">
              {title}
            </TextLink>
          }
        >
          {excerpt}
        </ChatQuote>
      ))}
      {text && <AnswerText text={text} />}
      {text && state !== 'coming' && sources.length > 0 && (
        <Text size="small" tone="soft" isBlock>
          {t('assistant.sources')}{' '}
          {sources.map(({ title, url }, index) => (
            <span key={url}>
              {index > 0 && ' · '}
              <TextLink href={url} target="_blank">
                {title}
              </TextLink>
            </span>
          ))}
        </Text>
      )}
      {state === 'stopped' && <Text tone="faint">{t('assistant.stopped')}</Text>}
      {state === 'failed' && <Text tone="danger">{reason ?? t('assistant.failed')}</Text>}
    </ChatMessage>
  );
};
