import { escapeHtml } from '@gatehouse/contract/escape-html.ts';
import { anchorOf } from '../anchors.ts';
import { codeBox } from '../code-box.ts';
import { frame } from '../frame.ts';
import type { Links } from '../markdown.ts';
import type { Passage } from '../pages.ts';
import { fieldWords } from './fields.ts';
import { inline } from './inline.ts';
import { type OpenApi, type Operation, operationsOf } from './openapi.ts';
import { renderOperation } from './operation.ts';
import { placeholders } from './placeholders.ts';

export type ReferenceSite = {
  links: Links;
  outside: readonly { href: string; text: string }[];
  /** The URL of the OpenAPI document. */
  document: string;
};

type Rendered = { pages: Map<string, string>; passages: Passage[]; slugs: Record<string, string> };

/** A page for each tag, the front page, what search reads, and the page that each operation is on. */
export const renderReference = (document: OpenApi, site: ReferenceSite): Rendered => {
  const byTag = Map.groupBy(operationsOf(document), ({ tags: [tag] }) => tag);
  const pages = new Map([['index', home(document, byTag, site)]]);
  for (const { name, description } of document.tags) {
    const operations = byTag.get(name) ?? [];
    const body = `<main id="content" tabindex="-1"><h1>${escapeHtml(name)}</h1><p class="lead">${inline(description)}</p>${operations.map(operation => renderOperation(operation, document)).join('\n')}</main><!--gatehouse-reference-->`;
    pages.set(anchorOf(name), layOut(document, byTag, site, { title: name, description, body }));
  }
  const operations = [...byTag.values()].flat();
  return {
    pages,
    passages: operations.map(operation => passageOf(operation, document)),
    slugs: Object.fromEntries(operations.map(({ operationId, tags: [tag] }) => [operationId, anchorOf(tag)])),
  };
};

type ByTag = ReadonlyMap<string, readonly Operation[]>;

const layOut = (
  document: OpenApi,
  byTag: ByTag,
  { links, outside }: ReferenceSite,
  page: { title: string; description: string; body: string },
) => {
  const groups = document['x-tagGroups'].map(({ name, tags }) => {
    const items = tags.toSorted().map(tag => {
      const isCurrent = tag === page.title;
      const operations = isCurrent ? `<ul>${(byTag.get(tag) ?? []).map(operationLink).join('')}</ul>` : '';
      return `<li><a href="${links.page(anchorOf(tag))}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(tag)}</a>${operations}</li>`;
    });
    return `<li><strong>${escapeHtml(name)}</strong><ul>${items.join('')}</ul></li>`;
  });
  return frame({
    ...page,
    title: `${page.title} · API reference`,
    script: 'reference',
    asset: links.asset,
    home: { href: links.page(''), label: 'API reference' },
    search: {
      label: 'Search operations, paths and fields',
      source: links.asset('reference.json'),
      pages: links.page('{slug}'),
    },
    outside,
    navigation: groups.join(''),
  });
};

const operationLink = ({ operationId, method, summary }: Operation) =>
  `<li><a href="#${operationId}"><span class="method ${method}">${method.toUpperCase()}</span> ${escapeHtml(summary)}</a></li>`;

const passageOf = (operation: Operation, { components: { schemas } }: OpenApi): Passage => {
  const { operationId, method, path, summary, tags, parameters, requestBody, responses } = operation;
  const [tag] = tags;
  const bodies = [requestBody, Object.values(responses)[0]].flatMap(part =>
    Object.values(part?.content ?? {}),
  );
  const words = [
    ...parameters.map(({ name }) => name),
    ...bodies.map(({ schema }) => fieldWords(schema, schemas)),
  ];
  return {
    id: `${anchorOf(tag)}#${operationId}`,
    slug: anchorOf(tag),
    title: tag,
    heading: summary,
    text: `${method.toUpperCase()} ${path} · ${operationId} ${[...new Set(words.join(' ').split(' '))].join(' ')}`,
  };
};

const home = (document: OpenApi, byTag: ByTag, site: ReferenceSite) => {
  const descriptions = new Map(document.tags.map(({ name, description }) => [name, description]));
  const groups = document['x-tagGroups'].map(({ name, tags }) => {
    const cards = tags
      .toSorted()
      .map(
        tag =>
          `<li><a href="${site.links.page(anchorOf(tag))}"><strong>${escapeHtml(tag)}</strong><span>${inline(descriptions.get(tag) ?? '')}</span></a></li>`,
      );
    return `<section><h2 id="${anchorOf(name)}">${escapeHtml(name)}</h2><ul class="cards">${cards.join('')}</ul></section>`;
  });
  const description = 'Every operation of the Gatehouse API, with examples that run.';
  return layOut(document, byTag, site, {
    title: 'Overview',
    description,
    body: `<main id="content" tabindex="-1" class="home"><h1>API reference</h1><p class="lead">${description}</p>${introduction(site)}${groups.join('')}</main>`,
  });
};

const tokenRequest = `export TOKEN=$(curl --silent '${placeholders.endpoint}/oidc/token' \\
  --user "$CLIENT_ID:$CLIENT_SECRET" \\
  --data grant_type=client_credentials \\
  --data resource=${placeholders.audience} \\
  --data scope=all | jq --raw-output .access_token)`;

const introduction = ({ document }: ReferenceSite) =>
  `<section><h2 id="get-an-access-token">Get an access token</h2><p>The management API takes tokens of machine-to-machine applications. Create one in the console, assign it a role with management API access, and request a token. The examples on these pages read it from <code>TOKEN</code>.</p>${codeBox(tokenRequest, 'sh')}<p>Each operation page has <b>Try it</b>, which sends the request with your console session and your permissions. Operations that change something ask first.</p></section><section><h2 id="conventions">Conventions</h2><ul><li>Requests and responses are JSON. Times are milliseconds since the Unix epoch unless the field says otherwise.</li><li>Lists take <code>page</code> and <code>page_size</code> (at most 100). The <code>Total-Number</code> header has the number of items on all pages.</li><li>A failed request has an HTTP status and a body with <code>code</code> for programs and <code>message</code> for people.</li><li>A response with status 429 or 503 has a <code>Retry-After</code> header. Send the request again after that many seconds.</li><li>Every response has a <code>Gatehouse-Request-Id</code> header. Include it when you report a problem.</li><li>The <code>Gatehouse-Change-Ids</code> header of a write names the changes it recorded that can be undone.</li></ul><p><a href="${document}">Download the OpenAPI 3.1 document</a> to generate a client.</p></section>`;
