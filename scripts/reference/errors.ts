import { type ErrorCode, errors } from '../../packages/contract/src/errors.ts';
import { explainError } from '../../packages/server/src/openapi/error-remedies.ts';
import { code, table } from './table.ts';

export const printErrors = () => {
  const codes = Object.entries(errors) as Array<[ErrorCode, number]>;
  const groups = Map.groupBy(codes, ([key]) => key.split('.')[0]!);
  const sections = [...groups].map(
    ([group, rows]) =>
      `## ${group}\n\n${table(
        ['Code', 'Status', 'Message and what to do'],
        rows.map(([key, status]) => [code(key), String(status), explainError(key)]),
      )}`,
  );
  return `# Error codes

Every API answers a failed request with an HTTP status and this body. Programs should check \`code\`: it never changes, while \`message\` follows the language of the request (\`Accept-Language\`).

\`\`\`json
{
  "code": "user.email_already_in_use",
  "message": "This email is already in use. Use another one or find the existing user.",
  "data": { "path": ["primaryEmail"] }
}
\`\`\`

\`data\` is optional. Its \`path\` names the field of the request that has to change. A response with status 429 or 503 has a \`Retry-After\` header: send the same request again after that many seconds. Each response carries a \`Gatehouse-Request-Id\` header that finds the request in the server's log.

The OpenID Connect and OAuth endpoints answer with \`error\` and \`error_description\` as their specifications define.

${sections.join('\n\n')}
`;
};
