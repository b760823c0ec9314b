/** The parts of an OpenAPI document that the reference uses. */
export type OpenApi = {
  tags: readonly { name: string; description: string }[];
  'x-tagGroups': readonly { name: string; tags: readonly string[] }[];
  'x-errors': Readonly<Record<string, { status: number; message: string }>>;
  paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
};

export type Schema = {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};

export type Parameter = {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description: string;
  schema: Schema;
  example?: unknown;
};

type Content = Readonly<Record<string, { schema: Schema; example?: unknown }>>;

type Described = {
  operationId: string;
  summary: string;
  description: string;
  tags: readonly [string];
  security: readonly Readonly<Record<string, readonly string[]>>[];
  'x-permission'?: string;
  'x-errors': readonly { code: string; status: number }[];
  'x-codeSamples': readonly { lang: string; label: string; source: string }[];
  parameters: readonly Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Readonly<Record<string, { description: string; content?: Content }>>;
};

export type Operation = Described & { method: string; path: string };

export const operationsOf = ({ paths }: OpenApi): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ method, path, ...described })),
  );
