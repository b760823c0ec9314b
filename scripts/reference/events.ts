import { auditKeys } from '../../packages/contract/src/audit.ts';
import { dataEvents, eventSubjects } from '../../packages/contract/src/entities.ts';
import { exceptionHookEvents, interactionHookEvents } from '../../packages/contract/src/events.ts';
import audit from '../../packages/phrases/src/en/audit.json' with { type: 'json' };
import english from '../../packages/phrases/src/en/console/webhooks.json' with { type: 'json' };
import { code, table } from './table.ts';

const { events, groups } = english.webhooks as {
  events: Record<string, string>;
  groups: Record<string, string>;
};

const eventTable = (names: readonly string[]) =>
  table(
    ['Event', 'Sent when'],
    names.map(name => [code(name), events[name.replaceAll('.', '_')] ?? '']),
  );

export const printWebhookEvents = () => `# Webhook events

The events that a [webhook](../guides/webhooks.md) can subscribe to.

## Sign-in events

Sent when a user finishes a flow on the sign-in pages.

${eventTable(interactionHookEvents)}

## Exceptions

Sent when a security rule stopped or changed a sign-in.

${eventTable(exceptionHookEvents)}

## Data changes

Sent after a change was committed, whatever made it: the console, the management API, a sign-in or an undo.

${eventSubjects
  .map(
    subject =>
      `### ${groups[subject] ?? subject}\n\n${eventTable(dataEvents.filter(name => name.startsWith(`${subject}.`)))}`,
  )
  .join('\n\n')}
`;

export const printAuditEvents = () => {
  const keys = auditKeys.filter(key => !key.startsWith('TriggerHook.'));
  return `# Audit log events

The keys of entries in the [audit log](../guides/audit-logs.md) and in log streams. Webhook deliveries are logged as \`TriggerHook.\` followed by the [webhook event](webhook-events.md).

${table(
  ['Key', 'Meaning'],
  keys.map(key => [code(key), (audit as Record<string, string>)[key] ?? '']),
)}
`;
};
