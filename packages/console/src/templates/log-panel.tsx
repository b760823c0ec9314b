import type { Log } from '@gatehouse/contract/logs.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { SidePanel } from '@gatehouse/ui/side-panel.tsx';
import { useT } from '../phrases.tsx';
import { LogFacts } from './log-facts.tsx';
import { LogFailure } from './log-failure.tsx';
import { LogResult } from './log-result.tsx';
import { useLogWords } from './log-words.ts';
import type { PanelMoves } from './row-panel.tsx';

/** One entry of the audit log beside its list. */
export const LogPanel = ({ log, href, ...moves }: { log: Log; href: string } & PanelMoves) => {
  const t = useT();
  const describe = useLogWords();
  return (
    <SidePanel {...moves} title={describe(log.key)}>
      <Stack>
        <Row justify="between">
          <LogResult payload={log.payload} />
          <Button size="small" href={href}>
            {t('general.open')}
          </Button>
        </Row>
        <LogFailure payload={log.payload} title={t('logs.failed_because')} />
        <LogFacts log={log} />
        <CodeBlock label={t('logs.payload')} code={JSON.stringify(log.payload, undefined, 2)} />
      </Stack>
    </SidePanel>
  );
};
