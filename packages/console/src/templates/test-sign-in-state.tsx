import type { TestSignInResult } from '@gatehouse/contract/test-sign-ins.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
import { Disclosure } from '@gatehouse/ui/disclosure.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { paths } from '../paths.ts';
import { useT } from '../phrases.tsx';
import { describeFailure } from '../session/report-errors.tsx';
import { wordsOfProvider } from './provider-words.ts';
import type { TestState } from './test-sign-in.ts';

/** How a test sign-in stands, and what came of it. */
export const TestSignInState = ({ state }: { state: TestState }) => {
  const t = useT();
  if (state.status === 'idle') return null;
  return (
    <div role="status">
      {state.status === 'waiting' && <Callout>{t('test_sign_in.waiting')}</Callout>}
      {state.status === 'failed' && (
        <Callout tone="danger" title={t('test_sign_in.failed', { reason: describeFailure(state.error, t) })}>
          {wordsOfProvider(state.error)}
        </Callout>
      )}
      {state.status === 'passed' && <Passed result={state.result} />}
    </div>
  );
};

const Passed = ({ result }: { result: TestSignInResult }) => {
  const t = useT();
  const { account, claims, outcome, user } = result;
  const facts = { id: account.id, name: account.name, email: account.email, phone: account.phone };
  return (
    <Stack>
      <Callout tone="success" title={t('test_sign_in.passed')}>
        {t(`test_sign_in.outcomes.${outcome}`)}
      </Callout>
      <KeyValueList
        items={[
          ...Object.entries(facts).flatMap(([name, value]) =>
            value ? [{ key: t(`test_sign_in.account.${name as keyof typeof facts}`), value }] : [],
          ),
          ...(user
            ? [
                {
                  key: t('test_sign_in.user'),
                  value: (
                    <TextLink href={paths.user(user.id)}>
                      {user.name ?? user.primaryEmail ?? user.id}
                    </TextLink>
                  ),
                },
              ]
            : []),
        ]}
      />
      <Disclosure title={t('test_sign_in.claims')}>
        <CodeBlock code={JSON.stringify(claims, undefined, 2)} language="json" />
      </Disclosure>
    </Stack>
  );
};
