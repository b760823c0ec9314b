import type { HookDelivery } from '@gatehouse/contract/hooks.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { SidePanel } from '@gatehouse/ui/side-panel.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import type { PanelMoves } from '../../templates/row-panel.tsx';
import { DeliveryStatus, eventOf } from './delivery.tsx';
import {
  DeliveryFacts,
  DeliveryProblem,
  ReceivedResponse,
  SendAgainButton,
  SentRequest,
} from './delivery-parts.tsx';
import { useEventWords } from './events.tsx';

type DeliveryPanelProps = { hookId: string; delivery: HookDelivery } & PanelMoves;

/** One request to a receiver beside the list. */
export const DeliveryPanel = ({ hookId, delivery, ...moves }: DeliveryPanelProps) => {
  const t = useT();
  const describe = useEventWords();
  return (
    <SidePanel {...moves} title={describe(eventOf(delivery))}>
      <Stack>
        <Row justify="between">
          <DeliveryStatus delivery={delivery} />
          <Button size="small" href={paths.webhookRequest(hookId, delivery.id)}>
            {t('general.open')}
          </Button>
        </Row>
        <DeliveryProblem delivery={delivery} />
        <DeliveryFacts delivery={delivery} />
        <SentRequest delivery={delivery} />
        <ReceivedResponse delivery={delivery} />
        {delivery.payload.hookRequest && (
          <div>
            <SendAgainButton hookId={hookId} logId={delivery.id} />
          </div>
        )}
      </Stack>
    </SidePanel>
  );
};
