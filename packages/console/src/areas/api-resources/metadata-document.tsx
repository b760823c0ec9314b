import { type Resource, resources } from '@gatehouse/contract/resources.ts';
import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { useRead } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { tenantEndpoint } from '../../session/tenant.ts';
import { useEntity } from '../../templates/entity-detail.tsx';

/** What the API should say of itself, so that clients find us (RFC 9728), and where. */
export const MetadataDocument = () => {
  const t = useT();
  const { id: resourceId, name, indicator } = useEntity<Resource>();
  const { data: scopes = [] } = useRead(resources.listScopes, {
    params: { resourceId },
    pageSize: 100,
  });
  const address = URL.parse(indicator);
  // Only an address on the web can have a document.
  if (!address || !/^https?:$/.test(address.protocol)) return null;
  const document = {
    resource: indicator,
    authorization_servers: [`${tenantEndpoint()}/oidc`],
    scopes_supported: scopes.map(scope => scope.name),
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
