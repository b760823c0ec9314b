import type { OpenApi } from '../../packages/docs/src/reference/openapi.ts';
import { placeholders } from '../../packages/docs/src/reference/placeholders.ts';
import { allOperations } from '../../packages/server/src/openapi/all-operations.ts';
import { describeOperations } from '../../packages/server/src/openapi/document.ts';

/** The OpenAPI document of all APIs, as the reference prints it. The product fills in its own address. */
export const printDocument = () =>
  describeOperations(allOperations(), {
    endpoint: placeholders.endpoint,
    console: placeholders.console,
    contact: { name: 'Gatehouse' },
  }) as OpenApi;
