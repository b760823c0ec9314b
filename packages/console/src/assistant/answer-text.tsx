import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { Text } from '@gatehouse/ui/text.tsx';

/** Renders the answer of a model: text with code, bold text and links. Other markup is shown as is. */
export const AnswerText = ({ text }: { text: string }) =>
  text.split(/```(?:\w*)\n([\s\S]*?)(?:```|$)/).map((part, index) => {
    const code = index % 2 === 1;
    if (!part.trim()) return null;
    // biome-ignore lint/suspicious/noArrayIndexKey: the text only ever grows at its end
    return code ? <CodeBlock key={index} code={part.trim()} /> : <Inline key={index} text={part.trim()} />;
  });

const pattern = /(`[^`\n]+`|\*\*[^*\n]+\*\*|\[[^\]\n]+\]\(https?:\/\/[^)\s]+\))/;

const Inline = ({ text }: { text: string }) => (
  <div>
    {text.split(pattern).map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text only ever grows at its end
      <Piece key={index} text={part} />
    ))}
  </div>
);

const Piece = ({ text }: { text: string }) => {
  const [, words, href] = /^\[(.+)\]\((.+)\)$/.exec(text) ?? [];
  if (words && href) {
    return (
      <TextLink href={href} target="_blank">
        {words}
      </TextLink>
    );
  }
  if (/^`.+`$/.test(text)) return <Text isMono>{text.slice(1, -1)}</Text>;
  if (/^\*\*.+\*\*$/.test(text)) return <Text isStrong>{text.slice(2, -2)}</Text>;
  return text;
};
