import { type Resource, resources } from '@gatehouse/contract/resources.ts';
import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { useQuery } from '@tanstack/react-query';
import { keyOf, send } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { tenantEndpoint } from '../../session/tenant.ts';
import { useEntity } from '../../templates/entity-detail.tsx';

const pageSize = 100;

/** The document names all permissions, however many pages they fill. */
const readNames = async (resourceId: string, page = 1): Promise<string[]> => {
  const [scopes, total] = await send(resources.listScopes, { params: { resourceId }, page, pageSize });
  const names = scopes.map(({ name }) => name);
  return page * pageSize < total ? [...names, ...(await readNames(resourceId, page + 1))] : names;
};

/**
 * The metadata document that the API should publish so that clients find its authorization server (RFC 9728), and its
 * URL.
 */
export const MetadataDocument = () => {
  const t = useT();
  const { id: resourceId, name, indicator } = useEntity<Resource>();
  const { data: names } = useQuery({
    queryKey: keyOf(resources.listScopes, { params: { resourceId }, all: true }, 'management'),
    queryFn: () => readNames(resourceId),
  });
  const address = URL.parse(indicator);
  // Only an address on the web can have a document.
  if (!address || !/^https?:$/.test(address.protocol) || !names) return null;
  const document = {
    resource: indicator,
    authorization_servers: [`${tenantEndpoint()}/oidc`],
    scopes_supported: names,
    bearer_methods_supported: ['header'],
    resource_name: name,
  };
  const path = address.pathname === '/' ? '' : address.pathname;
  return (
    <FormSection
      title={t('api_resources.general.metadata_title')}
      help={t('api_resources.general.metadata_help')}
    >
      <CodeBlock
        label={`${address.origin}/.well-known/oauth-protected-resource${path}${address.search}`}
        code={JSON.stringify(document, undefined, 2)}
      />
    </FormSection>
  );
};
