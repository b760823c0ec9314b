import { type StuckReason, stuckReasons } from '@gatehouse/contract/sign-in-changes.ts';
import { checkReasons, type GateNote } from '@gatehouse/contract/sign-in-check.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useT } from '../../phrases.tsx';
import { useReason } from '../../templates/log-failure.tsx';
import { useRefusalSetting } from '../../templates/refusal-setting.ts';

type About = { userId: string; applicationId?: string };

type Stuck = { onStuck: (question: StuckReason | undefined) => void };
type GateNotesProps = Stuck & { notes: readonly GateNote[]; about: About; stuckOn: StuckReason | undefined };
type AbilityProps = Stuck & { isStuck: boolean; question: StuckReason };

/** The reasons why a gate is closed, or what it asks for, each with the setting that decides. */
export const GateNotes = ({ notes, about, stuckOn, onStuck }: GateNotesProps) => (
  <Stack gap={3}>
    {notes.map((note, index) => {
      const isSaidBelow = notes.slice(index + 1).some(({ setting }) => setting === note.setting);
      const question = note.isSkippable ? undefined : stuckReasons.find(each => each === note.code);
      return (
        <Stack key={note.code} gap={1}>
          <Note note={note} about={about} hasLink={!isSaidBelow} />
          {question && <Ability isStuck={stuckOn === question} question={question} onStuck={onStuck} />}
        </Stack>
      );
    })}
  </Stack>
);

/** Whether the user can answer a question, which no server knows. */
const Ability = ({ isStuck, question, onStuck }: AbilityProps) => {
  const t = useT();
  return (
    <Row>
      <Button size="small" onClick={() => onStuck(isStuck ? undefined : question)}>
        {t(isStuck ? 'users.check.changes.able' : 'users.check.changes.unable')}
      </Button>
    </Row>
  );
};

const Note = ({ note, about, hasLink }: { note: GateNote; about: About; hasLink: boolean }) => {
  const { code, setting, factors = [], missingProfile = [], because = [], isSkippable } = note;
  const t = useT();
  const own = [...checkReasons, 'risks' as const].find(reason => reason === code);
  const words = useReason(own ? undefined : { code });
  const link = useRefusalSetting(setting && { ...about, error: { code, setting } });
  const details = [
    ...factors.map(factor => t(`users.factors.types.${factor}`)),
    ...missingProfile,
    ...because.map(risk => t(`users.check.risks.${risk}`)),
  ];
  return (
    <Stack gap={1}>
      <Text tone="soft">
        {own ? t(`users.check.reasons.${own}`) : words}
        {isSkippable && ` ${t('users.check.skippable')}`}
      </Text>
      {details.length > 0 && (
        <Row gap={1}>
          {details.map(detail => (
            <Tag key={detail}>{detail}</Tag>
          ))}
        </Row>
      )}
      {hasLink && link && <TextLink href={link.href}>{link.label}</TextLink>}
    </Stack>
  );
};
