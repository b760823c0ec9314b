const groups = document.getElementById('groups');
const search = document.getElementById('search');
const description = await (await fetch('/api/swagger.json')).json();

const element = (name, attributes = {}, ...children) => {
  const node = Object.assign(document.createElement(name), attributes);
  node.append(...children);
  return node;
};

const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);

/** A schema with what it refers to in place, as far as it does not contain itself. */
const withoutRefs = (value, parents = []) => {
  if (Array.isArray(value)) return value.map(item => withoutRefs(item, parents));
  if (typeof value !== 'object' || value === null) return value;
  if (!value.$ref) {
    const parts = Object.entries(value).map(([key, part]) => [key, withoutRefs(part, parents)]);
    return Object.fromEntries(parts);
  }
  const name = value.$ref.split('/').at(-1);
  if (parents.includes(name)) return { type: name };
  const { $ref: _, ...beside } = value;
  return { ...withoutRefs(description.components.schemas[name], [...parents, name]), ...beside };
};

const curlOf = ({ path, method, requestBody }) => {
  const body = requestBody?.content['application/json'];
  return [
    `curl -X ${method.toUpperCase()} '${location.origin}${path}'`,
    `-H "Authorization: Bearer $TOKEN"`,
    ...(body
      ? [
          `-H 'Content-Type: application/json'`,
          `-d '${JSON.stringify(body.example ?? {}).replaceAll("'", "'\\''")}'`,
        ]
      : []),
    ...(requestBody?.content['multipart/form-data'] ? [`-F 'file=@./file'`] : []),
  ].join(' \\\n  ');
};

const schemaBlock = (title, content) => {
  const schema = content?.['application/json']?.schema;
  return schema
    ? [element('h3', {}, title), element('pre', {}, JSON.stringify(withoutRefs(schema), null, 2))]
    : [];
};

const renderBody = operation => {
  const copy = element('button', { type: 'button' }, 'Copy as curl');
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(curlOf(operation));
    copy.textContent = 'Copied';
    setTimeout(() => {
      copy.textContent = 'Copy as curl';
    }, 1500);
  });
  const parameters = operation.parameters.map(({ name, in: place }) => `${name} (${place})`).join(', ');
  const responses = Object.entries(operation.responses).map(([status, response]) =>
    element('p', {}, element('code', {}, status), ` ${response.description}`),
  );
  return element(
    'section',
    { className: 'body' },
    element('p', {}, operation.description),
    copy,
    ...(operation['x-permission'] ? [element('p', {}, `Permission: ${operation['x-permission']}`)] : []),
    ...(parameters ? [element('p', {}, `Parameters: ${parameters}`)] : []),
    ...schemaBlock('Body', operation.requestBody?.content),
    ...Object.values(operation.responses)
      .slice(0, 1)
      .flatMap(response => schemaBlock('Answer', response.content)),
    ...responses,
  );
};

const renderOperation = operation => {
  const details = element(
    'details',
    {},
    element(
      'summary',
      {},
      element('code', { className: 'method' }, operation.method),
      element('code', {}, operation.path),
      element('span', {}, operation.summary),
    ),
  );
  details.addEventListener('toggle', () => details.append(renderBody(operation)), { once: true });
  return details;
};

const render = () => {
  const words = search.value.toLowerCase().split(/\s+/);
  const matches = operations.filter(({ path, method, summary, operationId }) => {
    const text = `${method} ${path} ${summary} ${operationId}`.toLowerCase();
    return words.every(word => text.includes(word));
  });
  const byTag = Object.groupBy(matches, ({ tags }) => tags[0]);
  groups.replaceChildren(
    ...Object.entries(byTag).map(([tag, list]) =>
      element('section', {}, element('h2', {}, tag), ...list.map(renderOperation)),
    ),
  );
};

search.addEventListener('input', render);
render();
