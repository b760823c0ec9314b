import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { Tag, type Tone } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useT } from '../../phrases.tsx';

type Claims = Readonly<Record<string, unknown>>;

const tones = { added: 'success', changed: 'accent', removed: 'danger' } as const satisfies Record<
  string,
  Tone
>;

const kindOf = (saved: Claims, now: Claims, name: string): keyof typeof tones | undefined => {
  if (!Object.hasOwn(saved, name)) return 'added';
  if (!Object.hasOwn(now, name)) return 'removed';
  return JSON.stringify(saved[name]) === JSON.stringify(now[name]) ? undefined : 'changed';
};

/** The claims that differ from those of the saved script. */
export const ClaimsDifference = ({ saved, now }: { saved: Claims; now: Claims }) => {
  const t = useT();
  const names = [...new Set([...Object.keys(saved), ...Object.keys(now)])];
  const differences = names.flatMap(name => {
    const kind = kindOf(saved, now, name);
    return kind ? [{ name, kind }] : [];
  });
  return (
    <Stack gap={2}>
      <Text isStrong>{t('customize_jwt.difference.title')}</Text>
      {differences.length === 0 && <Text tone="soft">{t('customize_jwt.difference.none')}</Text>}
      {differences.map(({ name, kind }) => (
        <Row key={name} gap={2}>
          <Tag tone={tones[kind]}>{t(`customize_jwt.difference.${kind}`)}</Tag>
          <Text isMono>{name}</Text>
        </Row>
      ))}
    </Stack>
  );
};
